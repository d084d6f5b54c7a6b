/**
 * The methods that the audit of `@jsonrpc-kit/conformance` calls.
 *
 * @module
 */
import { Entrypoint, type EntrypointOptions, params } from '@jsonrpc-kit/core';
import type { StandardSchemaV1 } from '@standard-schema/spec';

/**
 * Creates an entrypoint with the methods that the audit of `@jsonrpc-kit/conformance` calls. Bind it in a
 * test, to audit your api with its adapter, middlewares and proxies. The API schemas don't list it.
 *
 * ```ts
 * const app = createApp(createApi().bindEntrypoint(conformanceEntrypoint('/audit')));
 * const report = await runAudit((request) => app.fetch(request), { url: 'http://localhost/audit' });
 * ```
 *
 * @param path the path to audit
 * @param options the options of the entrypoints that you audit, such as middlewares and limits
 */
export function conformanceEntrypoint(
  path: string,
  options: Omit<EntrypointOptions, 'requestSchema' | 'paramStructure'> = {},
): Entrypoint {
  const audited = new Entrypoint(path, {
    includeInSchemas: false,
    ...options,
    paramStructure: 'either',
  });
  const terms = { args: { terms: params(listOf(isNumber)) } };
  audited.method(
    'subtract',
    { args: { minuend: number, subtrahend: number } },
    ({ minuend, subtrahend }) => minuend - subtrahend,
  );
  audited.method('sum', terms, (args) => args.terms.reduce((sum, term) => sum + term, 0));
  audited.method('get_data', {}, () => ['hello', 5]);
  for (const name of ['update', 'notify_hello', 'notify_sum']) {
    audited.method(name, terms, () => undefined);
  }
  audited.method('echo', { args: { all: params(anything) } }, ({ all }) => all);
  audited.method('throws', { args: { secret: string } }, ({ secret }) => {
    throw new Error(secret);
  });
  audited.method('wait', { args: { milliseconds: number } }, ({ milliseconds }) => {
    return new Promise<number>((resolve) => {
      const timer: unknown = setTimeout(() => resolve(milliseconds), milliseconds);
      // `unref()` exists on Node, where the timer must not keep the process alive.
      if (timer instanceof Object && 'unref' in timer) (timer as NodeJS.Timeout).unref();
    });
  });
  return audited;
}

// Standard Schemas, so that the package needs no schema library.
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isString = (value: unknown): value is string => typeof value === 'string';
const number = schemaOf(isNumber, 'Must be a number');
const string = schemaOf(isString, 'Must be a string');
const anything = schemaOf((value): value is unknown => value !== undefined, 'Must not be missing');

function listOf<Item>(
  isItem: (value: unknown) => value is Item,
): StandardSchemaV1<unknown, readonly Item[]> {
  const isList = (value: unknown): value is readonly Item[] =>
    Array.isArray(value) && value.every(isItem);
  return schemaOf(isList, 'Must be a list of the expected values');
}

function schemaOf<Value>(
  isValid: (value: unknown) => value is Value,
  message: string,
): StandardSchemaV1<unknown, Value> {
  const validate = (value: unknown): StandardSchemaV1.Result<Value> =>
    isValid(value) ? { value } : { issues: [{ message }] };
  return { '~standard': { version: 1, vendor: 'jsonrpc-kit', validate } };
}
