const aliases = new Map([
  ['@sentry/core', 'sentry-core-11'],
  ['@sentry/node', 'sentry-node-11'],
]);
const ownFolder = new URL('../../', import.meta.url).href;
const ownPackages = new URL('node_modules/', ownFolder).href;

/** Redirects imports of this package only; the packages of Sentry import each other as usual. */
export function resolve(specifier, context, next) {
  const from = context.parentURL ?? '';
  const isOwn = from.startsWith(ownFolder) && !from.startsWith(ownPackages);
  return next((isOwn ? aliases.get(specifier) : undefined) ?? specifier, context);
}
