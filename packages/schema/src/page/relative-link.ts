/**
 * The link from one path to another that stays right wherever both are mounted, as in
 * `relativeLink('/docs', '/openapi.json')`, which is `./openapi.json`.
 */
export function relativeLink(from: string, to: string): string {
  const folders = from.split('/').slice(0, -1);
  const segments = to.split('/');
  const shared = sharedLength(folders, segments.slice(0, -1));
  const up = '../'.repeat(folders.length - shared);
  // `./` keeps what has a colon from being taken for a scheme.
  return `${up === '' ? './' : up}${segments.slice(shared).join('/')}`;
}

function sharedLength(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((segment, index) => segment !== other[index]);
  return end === -1 ? one.length : end;
}
