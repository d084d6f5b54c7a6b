// Module hooks that simulate a runtime without modules of Node.
import { isBuiltin, register } from 'node:module';

register(import.meta.url);

export function resolve(specifier, context, next) {
  if (isBuiltin(specifier)) throw new Error(`${context.parentURL} imports ${specifier}`);
  return next(specifier, context);
}
