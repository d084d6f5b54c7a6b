import { isPromise } from '@jsonrpc-kit/core/internal';
import type { MaybePromise } from '@jsonrpc-kit/core/types';
import type { StandardSchemaV1 } from '@standard-schema/spec';

/**
 * Returns a function that validates a value.
 *
 * @param what the value, for error messages: `channel "news": the key`
 */
export function compileParse(
  what: string,
  schema: StandardSchemaV1,
): (value: unknown) => MaybePromise<unknown> {
  // Looked up only once, because some libraries create a new object at every access of `~standard`.
  const standard = schema['~standard'];
  const valueOf = (result: StandardSchemaV1.Result<unknown>): unknown => {
    if (result.issues === undefined) return result.value;
    const [first] = result.issues;
    const path = first?.path?.map((part) => String(typeof part === 'object' ? part.key : part));
    const at = path === undefined || path.length === 0 ? '' : ` at ${path.join('.')}`;
    throw new TypeError(`${what} doesn't match its schema${at}: ${first?.message ?? 'invalid'}`);
  };
  return (value) => {
    const result = standard.validate(value);
    return isPromise(result) ? result.then(valueOf) : valueOf(result);
  };
}
