import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonRpcContext, ParamStructure } from '../context/json-rpc-context.js';
import { jsonRpcContext } from '../di/context-sources.js';
import { params } from '../di/sources.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { describeValue, isObject } from '../options/describe-value.js';
import { isFunction, oneOf } from '../options/option-kind.js';
import { defineMethod, type Method } from './method.js';

/** The `params` that a plain handler receives: an array, or an object. */
export interface PlainParams {
  /** Sent by position. Empty if the request has no `params`. */
  readonly array: readonly unknown[];
  /** Sent by name. Empty if the request has no `params`. */
  readonly object: Readonly<Record<string, unknown>>;
}

/** Functions by the names of their methods, for `entrypoint.addHandlers()`. */
export interface PlainHandlers<Shape extends keyof PlainParams> {
  /** Receives the `params`, which aren't validated, and the context of the call. */
  readonly [name: string]: (params: PlainParams[Shape], context: JsonRpcContext) => unknown;
}

/** Options of `entrypoint.addHandlers()`. */
export interface PlainHandlerOptions<Shape extends keyof PlainParams> {
  /** Whether clients send `params` as an array or as an object. Others get InvalidParams. */
  readonly params: Shape;
}

const KINDS: OptionKinds<PlainHandlerOptions<'array'>> = {
  params: { ...oneOf('array', 'object'), isRequired: true },
};

const SHAPES = {
  array: { source: params(anyValue('array')), paramStructure: 'by-position' },
  object: { source: params(anyValue('object')), paramStructure: 'by-name' },
} as const satisfies Record<keyof PlainParams, { paramStructure: ParamStructure; source: unknown }>;

/**
 * Returns a schema that passes every value on unchanged. A schema of a library would copy the params, and
 * leave out members such as `constructor`. The structure of the params is checked before.
 */
function anyValue(type: keyof PlainParams): StandardSchemaV1 {
  const toJsonSchema = (): object => ({ type });
  const standard = {
    version: 1,
    vendor: 'jsonrpc-kit',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: toJsonSchema, output: toJsonSchema },
  } as const;
  return { '~standard': standard };
}

/**
 * Declares a method for each function.
 *
 * @throws TypeError if a value isn't a function, the object is empty, a name is reserved or an option is
 *   invalid
 */
export function plainMethods<Shape extends keyof PlainParams>(
  where: string,
  handlers: PlainHandlers<Shape>,
  options: PlainHandlerOptions<Shape>,
): readonly Method[] {
  checkOptions(`${where}: addHandlers()`, options, KINDS);
  const entries = isObject(handlers) ? Object.entries(handlers) : [];
  if (entries.length === 0) {
    throw new TypeError(
      `${where}: addHandlers() needs an object of functions. Write { add: ([a, b]) => … }.`,
    );
  }
  const { source, paramStructure } = SHAPES[options.params];
  const args = { params: source, context: jsonRpcContext };
  return entries.map(([name, handler]) => {
    if (!isFunction(handler)) {
      throw new TypeError(
        `${where}: addHandlers(): "${name}" must be a function, not ${describeValue(handler)}`,
      );
    }
    return defineMethod(name, { args, paramStructure }, ({ params: sent, context }) =>
      // The schema of the shape has accepted them.
      handler(sent as PlainParams[Shape], context),
    );
  });
}
