import type { HttpInput, MethodModel } from '../document/api-model.js';
import { type ChosenServers, serverOf, serverUrl } from './server-url.js';

/** The values that the user has entered for a server, by the key of the input. */
export type EnteredValues = Readonly<Record<string, string>>;

/**
 * Returns the value that the user has entered. Default: the first example, if the input is required or a
 * credential.
 */
export function inputValue(input: HttpInput, entered: EnteredValues): string {
  if (Object.hasOwn(entered, input.key)) return entered[input.key] ?? '';
  return input.required || input.isCredential ? (input.examples[0] ?? '') : '';
}

/** Returns the headers of a request, without cookies, which a page can't set. */
export function requestHeaders(
  inputs: readonly HttpInput[],
  entered: EnteredValues,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const input of inputs) {
    const value = inputValue(input, entered);
    if (value === '' || input.kind === 'cookie') continue;
    if (input.kind === 'header') headers[input.name.toLowerCase()] = value;
    else if (input.kind === 'bearer') {
      headers['authorization'] = `Bearer ${value.trim().replace(/^bearer\s+/i, '')}`;
    } else headers['authorization'] = `Basic ${encodeBasic(value)}`;
  }
  return headers;
}

/** Replaces the credentials in the headers of a request, so that they can be shown and shared. */
export function maskCredentials(
  headers: Readonly<Record<string, string>>,
  inputs: readonly HttpInput[],
): Readonly<Record<string, string>> {
  const names = new Set(
    inputs
      .filter(({ isCredential }) => isCredential)
      .map(({ kind, name }) => (kind === 'header' ? name.toLowerCase() : 'authorization')),
  );
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const [, scheme = ''] = /^(Bearer |Basic )/.exec(value) ?? [];
      return [name, names.has(name) ? `${scheme}***` : value];
    }),
  );
}

/** Encodes `user:password` as UTF-8 (RFC 7617). */
function encodeBasic(value: string): string {
  const bytes = new TextEncoder().encode(value);
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
}

/** Returns the inputs of several methods once. One is required if any method requires it. */
export function combineInputs(lists: readonly (readonly HttpInput[])[]): readonly HttpInput[] {
  const inputs = new Map<string, HttpInput>();
  for (const input of lists.flat()) {
    const known = inputs.get(input.key);
    inputs.set(input.key, {
      ...(known ?? input),
      required: input.required || (known?.required ?? false),
    });
  }
  return [...inputs.values()];
}

/** The credentials that the methods of a server need. */
export interface ServerInputs {
  readonly url: string;
  readonly inputs: readonly HttpInput[];
}

/** Returns the credentials that methods need, by the server that gets them. */
export function credentialsByServer(
  methods: readonly MethodModel[],
  chosen: ChosenServers,
  pageOrigin: string,
): readonly ServerInputs[] {
  const servers = new Map<string, readonly HttpInput[]>();
  for (const method of methods) {
    const inputs = method.inputs.filter(({ isCredential }) => isCredential);
    const server = serverOf(serverUrl(method, chosen), pageOrigin);
    if (inputs.length === 0 || server === '') continue;
    servers.set(server, combineInputs([servers.get(server) ?? [], inputs]));
  }
  return Array.from(servers, ([url, inputs]) => ({ url, inputs }));
}
