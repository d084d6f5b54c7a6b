import type { HttpRequest } from '../exchange/http-request.js';

/** What stands in `authorization` after the scheme, which is case-insensitive (RFC 9110, 11.4). */
export function credentialsOf(request: HttpRequest, scheme: string): string | undefined {
  const [, given, credentials] = /^(\S+) +(\S+)$/.exec(request.header('authorization') ?? '') ?? [];
  return given?.toLowerCase() === scheme.toLowerCase() ? credentials : undefined;
}

/** @throws TypeError for a realm that no header can carry */
export function challenge(scheme: string, realm: string): string {
  if (!/^[\x20-\x7e]*$/.test(realm)) {
    throw new TypeError(
      `http${scheme}(): realm may have printable ASCII characters only, unlike ` +
        `${JSON.stringify(realm)}; leave it out, or write it in English letters`,
    );
  }
  return `${scheme} realm="${realm.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
