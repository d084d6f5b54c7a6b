import type { ErrorClass, MethodDescription } from '@jsonrpc-kit/core/description';
import type { DocumentedMethod } from '../document/documented-method.js';
import { methodExamples } from '../document/method-examples.js';
import { methodInputs, wholeParams } from '../document/method-inputs.js';
import { methodResult } from '../document/method-result.js';
import type { JsonSchema } from '../json-schema/json-schema.js';
import { contentDescriptor, inputDescriptors, wholeDescriptors } from './content-descriptors.js';
import { examplePairings } from './example-pairings.js';
import type { ContentDescriptor, OpenRpcMethod } from './openrpc-document.js';
import type { OpenRpcParts } from './openrpc-parts.js';
import { inOpenRpcOrder } from './param-order.js';

/** A method whose errors wait for their names. */
export interface MethodWithErrors {
  readonly method: Omit<OpenRpcMethod, 'errors'>;
  readonly errors: readonly ErrorClass[];
}

/** @param label of the entrypoint */
export function openrpcMethod(
  documented: DocumentedMethod,
  label: string,
  parts: OpenRpcParts,
): MethodWithErrors {
  const { name, paramStructure, errors } = documented.description;
  const inputs = methodInputs(documented, parts.writer);
  const whole = wholeParams(documented, parts.writer);
  const described =
    whole === undefined ? inputDescriptors(inputs) : wholeDescriptors(whole, parts.components);
  const params = inOpenRpcOrder(described.params, paramStructure);
  const result = methodResult(documented, parts.writer);
  const schemas = { params: whole?.schema ?? objectOf(params), result };
  const calls = methodExamples(documented, schemas, () => parts.exampleMaker());
  const examples = examplePairings(calls, described.params);
  for (const error of errors) parts.errors.add(error, label);
  return {
    errors,
    method: {
      name,
      ...wordsOf(documented.description),
      paramStructure,
      params,
      result: contentDescriptor('result', result, true),
      ...(examples.length === 0 ? {} : { examples }),
      ...(described.whole === undefined ? {} : { 'x-params-schema': described.whole }),
    },
  };
}

function wordsOf({
  summary,
  description,
  tags,
  deprecated,
}: MethodDescription): Pick<OpenRpcMethod, 'summary' | 'description' | 'tags' | 'deprecated'> {
  const named = tags.filter((tag) => tag !== '').map((name) => ({ name }));
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(named.length === 0 ? {} : { tags: named }),
    ...(deprecated ? { deprecated } : {}),
  };
}

function objectOf(params: readonly ContentDescriptor[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(params.map(({ name, schema }) => [name, schema])),
    required: params.filter(({ required }) => required).map(({ name }) => name),
  };
}
