// Module hooks that simulate a project without Vitest.
import { register } from 'node:module';

register(import.meta.url);

export function resolve(specifier, context, next) {
  if (/\bvitest\b/.test(specifier)) throw new Error(`${context.parentURL} imports ${specifier}`);
  return next(specifier, context);
}
