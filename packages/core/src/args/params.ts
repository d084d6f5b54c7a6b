import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ArgumentSource } from './argument-source.js';

/** What {@link params} makes. */
export interface ParamsSource<out Value = unknown, out Params = unknown> extends ArgumentSource<
  Value,
  Params
> {
  /** It reads the whole `params`. */
  readonly kind: 'params';
  /** Of the whole `params`. */
  readonly schema: StandardSchemaV1;
}

/**
 * The whole `params` as one argument. There can be only one, with no other JSON-RPC parameter
 * beside it, dependencies' included.
 *
 * ```ts
 * args: { order: params(Order) }
 * ```
 */
export function params<Schema extends StandardSchemaV1>(
  schema: Schema,
): ParamsSource<StandardSchemaV1.InferOutput<Schema>, StandardSchemaV1.InferInput<Schema>> {
  return { kind: 'params', schema };
}
