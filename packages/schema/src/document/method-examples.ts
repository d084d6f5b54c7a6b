import type { MethodExample } from '@jsonrpc-kit/core/description';
import type { ExampleMaker } from '../examples/example-maker.js';
import { NO_EXAMPLE } from '../examples/maker.js';
import type { JsonSchema } from '../json-schema/json-schema.js';
import type { DocumentedMethod } from './documented-method.js';

/** A call of a method, by example. */
export interface CallExample {
  /** Its key among the examples of the method. */
  readonly key: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  /** What was given by hand; else what the schemas make. */
  readonly params: MethodExample['params'] | Made;
  /** Undefined where there is no example of it. */
  readonly result: { readonly value: unknown } | undefined;
  /** Whether it was given by hand, in the method or in its schemas. */
  readonly isGiven: boolean;
}

/** Marks params that were made in the form that the method takes. */
export class Made {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

export interface ExampleSchemas {
  /** Of the whole `params`, in the form that the method takes. */
  readonly params: JsonSchema;
  readonly result: JsonSchema;
}

/** The examples of a method, or one of its schemas; there is always one. */
export function methodExamples(
  { description }: DocumentedMethod,
  schemas: ExampleSchemas,
  newMaker: () => ExampleMaker,
): readonly CallExample[] {
  if (description.examples.length === 0) return [exampleOfSchemas(schemas, newMaker)];
  const keys = new Set<string>();
  return description.examples.map(
    ({ name, summary, description: words, params, result }, index) => ({
      key: uniqueKey(name ?? `example-${index + 1}`, keys),
      summary,
      description: words,
      params: params ?? exampleOfSchemas(schemas, newMaker).params,
      result: result === undefined ? undefined : { value: result },
      isGiven: true,
    }),
  );
}

/** A result that nobody gave is not made up. */
function exampleOfSchemas(schemas: ExampleSchemas, newMaker: () => ExampleMaker): CallExample {
  const [maker, resultMaker] = [newMaker(), newMaker()];
  const params = maker.make(schemas.params);
  const result = resultMaker.make(schemas.result);
  return {
    key: 'example',
    summary: undefined,
    description: undefined,
    params: new Made(params === NO_EXAMPLE ? {} : params),
    result: resultMaker.tookExample ? { value: result } : undefined,
    isGiven: maker.tookExample || resultMaker.tookExample,
  };
}

function uniqueKey(name: string, keys: Set<string>): string {
  let key = name;
  for (let number = 2; keys.has(key); number++) key = `${name}-${number}`;
  keys.add(key);
  return key;
}
