import type { StandardSchemaV1 } from '@standard-schema/spec';
import { issuePath } from '../validation/issue-path.js';
import { isPromise } from '../flow/maybe-promise.js';

/** Every request has these members of the envelope. */
const PROBE = { jsonrpc: '2.0', id: 1, method: 'a' };

/**
 * Has the schema look at a request that has no member of its own: it may refuse that, but for what
 * it lacks. What an asynchronous schema says can't be waited for.
 *
 * @throws TypeError where it throws, or refuses what every request has
 */
export function checkRequestSchema(where: string, schema: StandardSchemaV1): void {
  const result = validateProbe(where, schema);
  if (isPromise(result)) return;
  const refused = result.issues?.find(refusesTheEnvelope);
  if (refused === undefined) return;
  throw new TypeError(
    `${where}: requestSchema refuses what every request has: ${refused.message}; write ` +
      `z.object({ … }), which is not strict, or v.strictObject({ ...JsonRpcRequest.entries, … })`,
  );
}

function validateProbe(
  where: string,
  schema: StandardSchemaV1,
): ReturnType<StandardSchemaV1.Props['validate']> {
  try {
    const result = schema['~standard'].validate({ ...PROBE });
    if (!isPromise(result)) return result;
    // It may reject with what parseByZod() throws.
    result.then(undefined, () => undefined);
    parseByZod(schema);
    return result;
  } catch (cause) {
    throw new TypeError(
      `${where}: requestSchema throws when it validates a request: ${String(cause)}; write it with ` +
        `one library, as v.strictObject({ ...JsonRpcRequest.entries, … }) or z.object({ … })`,
      { cause },
    );
  }
}

/**
 * zod takes whatever its parser throws for the sign of an asynchronous schema, and promises. Asked in
 * its own way, it throws at once what is wrong with the schema itself.
 */
function parseByZod(schema: StandardSchemaV1): void {
  const zod = schema as Partial<{ safeParse: (value: unknown) => unknown }>;
  if (schema['~standard'].vendor !== 'zod' || typeof zod.safeParse !== 'function') return;
  try {
    zod.safeParse({ ...PROBE });
  } catch (error) {
    // It is asynchronous: "Encountered Promise during synchronous parse".
    if (!/promise/i.test(String(error))) throw error;
  }
}

/**
 * Only `jsonrpc` has one value for all, so a refusal of it is one of every request. Some libraries
 * name all unknown members at once, in `keys`.
 */
function refusesTheEnvelope(issue: StandardSchemaV1.Issue): boolean {
  const { keys } = issue as { readonly keys?: unknown };
  const unknown: readonly unknown[] = Array.isArray(keys) ? keys : [];
  return (
    issuePath(issue)[0] === 'jsonrpc' || unknown.includes('jsonrpc') || unknown.includes('method')
  );
}
