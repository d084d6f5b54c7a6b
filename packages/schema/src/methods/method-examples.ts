import type { MethodDescription } from '@jsonrpc-kit/core/description';
import type { JsonSchema } from '@jsonrpc-kit/openrpc';
import { NO_EXAMPLE } from '@jsonrpc-kit/openrpc/examples';
import type { DocumentContext } from '../components/document-context.js';

/** An example call of a method. */
export interface CallExample {
  /** A name, unique within the method. */
  readonly key: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly params: ExampleParams;
  /** Undefined if the method declares no result schema. */
  readonly result: { readonly value: unknown } | undefined;
  /** Whether the application has declared the example, in the method or in its schemas. */
  readonly isDeclared: boolean;
}

export interface ExampleParams {
  /** Declared params are an object; generated ones have the structure that the method expects. */
  readonly isGenerated: boolean;
  readonly value: unknown;
}

export interface ExampleSchemas {
  /** The schema of `params`, in the structure that the method expects. */
  readonly params: JsonSchema;
  /** The result schema; undefined if the method declares none. */
  readonly result: JsonSchema | undefined;
}

/**
 * Returns the declared examples of a method, or one generated from its schemas. Generates the params
 * and results that a declared example omits.
 */
export function methodExamples(
  { examples }: MethodDescription,
  schemas: ExampleSchemas,
  context: DocumentContext,
): readonly CallExample[] {
  const generated = generateExample(schemas, context);
  if (examples.length === 0) return [generated];
  const keys = new Set<string>();
  return examples.map(({ name, summary, description, params, result }, index) => ({
    key: uniqueKey(name ?? `example-${index + 1}`, keys),
    summary,
    description,
    params: params === undefined ? generated.params : { isGenerated: false, value: params },
    result: result === undefined ? generated.result : { value: result },
    isDeclared: true,
  }));
}

function generateExample(schemas: ExampleSchemas, context: DocumentContext): CallExample {
  const generator = context.newExampleGenerator();
  const params = generator.generate(schemas.params);
  const result = schemas.result === undefined ? NO_EXAMPLE : generator.generate(schemas.result);
  return {
    key: 'example',
    summary: undefined,
    description: undefined,
    params: { isGenerated: true, value: params === NO_EXAMPLE ? {} : params },
    result: result === NO_EXAMPLE ? undefined : { value: result },
    isDeclared: generator.usedOwnExample,
  };
}

function uniqueKey(name: string, keys: Set<string>): string {
  let key = name;
  for (let number = 2; keys.has(key); number++) key = `${name}-${number}`;
  keys.add(key);
  return key;
}
