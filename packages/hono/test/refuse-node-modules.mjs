// Module hooks of a runtime that has nothing of Node.
import { isBuiltin, register } from 'node:module';

register(import.meta.url);

export function resolve(specifier, context, next) {
  if (isBuiltin(specifier)) throw new Error(`${context.parentURL} imports ${specifier}`);
  return next(specifier, context);
}
