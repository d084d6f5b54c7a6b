import type { InitializeHook, ResolveHook } from 'node:module';
import { resolve as resolvePath } from 'node:path';
import { pathToFileURL } from 'node:url';

const benchmark = new URL('..', import.meta.url).href;
let parentURL: string;

export const initialize: InitializeHook<string> = (checkout) => {
  parentURL = pathToFileURL(resolvePath(checkout, 'packages/bench/package.json')).href;
};

export const resolve: ResolveHook = (specifier, context, nextResolve) => {
  const isOwnImport = context.parentURL?.startsWith(benchmark);
  // Both checkouts are measured by the same version of mitata.
  const isPackage = /^[\w@]/.test(specifier) && specifier !== 'mitata';
  return nextResolve(specifier, isOwnImport && isPackage ? { ...context, parentURL } : context);
};
