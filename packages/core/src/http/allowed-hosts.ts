import { listOf, type OptionKind } from '../options/option-kind.js';
import { detailResponse, type HttpResponse } from './http-response.js';
import type { HttpRequest } from './http-request.js';

/** A host name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const hosts: OptionKind = listOf({
  is: (value) => typeof value === 'string' && HOST.test(value),
  must: 'a host name',
  advice: "Write 'api.bank.example', 'localhost:3000' or '[::1]'.",
});

export const allowedHostsKind: OptionKind = {
  ...hosts,
  is: (value) => Array.isArray(value) && value.length > 0,
  must: 'an array of at least one host name',
};

/** The values of the `host` header that an api accepts. */
export class AllowedHosts {
  readonly #hosts: ReadonlySet<string>;

  constructor(allowed: readonly string[]) {
    this.#hosts = new Set(allowed.map((host) => host.toLowerCase()));
  }

  /** An allowed host without a port matches any port. */
  allow(request: Pick<HttpRequest, 'header'>): boolean {
    const host = request.header('host')?.toLowerCase() ?? '';
    return this.#hosts.has(host) || this.#hosts.has(host.replace(/:\d*$/, ''));
  }
}

/** Returns the response to a request for another host (RFC 9110, section 15.5.20). */
export function misdirectedResponse(): HttpResponse {
  return detailResponse(421, 'Misdirected Request');
}
