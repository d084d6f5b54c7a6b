const aliases = new Map([
  ['@sentry/core', 'sentry-core-11'],
  ['@sentry/node', 'sentry-node-11'],
]);
const ownFolder = new URL('../../', import.meta.url).href;
const ownPackages = new URL('node_modules/', ownFolder).href;

/** Sentry's own packages find each other as always; only what this package imports is another. */
export function resolve(specifier, context, next) {
  const from = context.parentURL ?? '';
  const isOwn = from.startsWith(ownFolder) && !from.startsWith(ownPackages);
  return next((isOwn ? aliases.get(specifier) : undefined) ?? specifier, context);
}
