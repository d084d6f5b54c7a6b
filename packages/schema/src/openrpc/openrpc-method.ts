import type { ErrorClass, MethodDescription } from '@jsonrpc-kit/core/description';
import type {
  ContentDescriptor,
  ExamplePairing,
  NamedValue,
  OpenRpcMethod,
} from '@jsonrpc-kit/openrpc';
import type { DescribedMethod } from '../methods/described-methods.js';
import { definedMembers, nonEmpty } from '../defined-members.js';
import { callExtensions } from '../methods/call-extensions.js';
import { type CallExample, methodExamples } from '../methods/method-examples.js';
import {
  declaredParams,
  type MethodInput,
  methodInputs,
  methodResult,
  namedParams,
} from '../methods/method-schemas.js';
import { toolNameOf } from '../methods/tool-names.js';
import { headerAndCookieParameters } from '../openapi/parameters.js';
import {
  contentDescriptor,
  describeInputs,
  describeParamsSchema,
  sortDescriptors,
} from './content-descriptors.js';
import type { OpenRpcContext } from './openrpc-context.js';

/** A method before the names of its errors are known. */
export interface DescribedOpenRpcMethod {
  readonly method: Omit<OpenRpcMethod, 'errors'>;
  readonly errors: readonly ErrorClass[];
}

export function openrpcMethod(
  described: DescribedMethod,
  context: OpenRpcContext,
): DescribedOpenRpcMethod {
  const { description, label } = described;
  const { name, paramStructure, errors } = description;
  const inputs = methodInputs(described, context.converter);
  const declared = declaredParams(described, context.converter);
  const descriptors =
    declared === undefined
      ? describeInputs(inputs)
      : describeParamsSchema(declared.schema, context.components);
  const params = sortDescriptors(descriptors.params, paramStructure);
  const result = methodResult(described, context.converter);
  const calls = methodExamples(
    description,
    { params: declared?.schema ?? namedParams(params), result: description.result && result },
    context,
  );
  for (const error of errors) context.addError(error, label);
  return {
    errors,
    method: {
      name,
      ...annotationsOf(description),
      paramStructure,
      params,
      result: contentDescriptor('result', result, true),
      ...definedMembers({
        examples: nonEmpty(examplePairings(calls, descriptors.params)),
        'x-params-schema': descriptors.paramsSchema,
      }),
      ...callExtensions(description),
      ...definedMembers({ 'x-mcp-tool': toolNameOf(described.entrypoint, name) }),
      ...httpOf(description, inputs, context),
    },
  };
}

/**
 * Returns the headers, cookies and credentials of a method. OpenRPC has no members for them, but a change
 * breaks clients.
 */
function httpOf(
  description: MethodDescription,
  inputs: readonly MethodInput[],
  context: OpenRpcContext,
): Pick<OpenRpcMethod, 'x-http'> {
  const headers = headerAndCookieParameters(inputs, description);
  const security = context.security.requirements(description.security);
  const http = definedMembers({ headers: nonEmpty(headers), security: nonEmpty(security) });
  return definedMembers({ 'x-http': nonEmpty(http) });
}

function annotationsOf({
  summary,
  description,
  tags,
  deprecated,
}: MethodDescription): Pick<OpenRpcMethod, 'summary' | 'description' | 'tags' | 'deprecated'> {
  const named = tags.filter((tag) => tag !== '').map((name) => ({ name }));
  return definedMembers({
    summary,
    description,
    tags: nonEmpty(named),
    deprecated: deprecated || undefined,
  });
}

/** Includes declared examples only: clients can generate the others from the schemas. */
function examplePairings(
  calls: readonly CallExample[],
  params: readonly ContentDescriptor[],
): readonly ExamplePairing[] {
  return calls
    .filter(({ isDeclared }) => isDeclared)
    .map(({ key, summary, description, params: { value }, result }) =>
      definedMembers({
        name: key,
        summary,
        description,
        params: namedValues(value, params),
        result: result && { name: 'result', value: result.value },
      }),
    );
}

function namedValues(value: unknown, params: readonly ContentDescriptor[]): readonly NamedValue[] {
  if (Array.isArray(value)) {
    return value.map((element: unknown, index) => ({
      name: params[index]?.name ?? `${index}`,
      value: element,
    }));
  }
  return Object.entries(value ?? {})
    .filter(([name]) => name !== '')
    .map(([name, member]: [string, unknown]) => ({ name, value: member }));
}
