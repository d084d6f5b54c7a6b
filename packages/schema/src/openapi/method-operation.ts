import type { ApiServer, MethodDescription } from '@jsonrpc-kit/core/description';
import { type DocumentedMethod, namesWith } from '../document/documented-method.js';
import { type CallExample, methodExamples } from '../document/method-examples.js';
import { methodInputs, wholeParams } from '../document/method-inputs.js';
import { methodResult } from '../document/method-result.js';
import type { JsonSchema } from '../json-schema/json-schema.js';
import type { DocumentParts } from './document-parts.js';
import { responseSchema } from './envelopes.js';
import { jsonContent, type NamedExample } from './media-type.js';
import type { Operation, ServerObject } from './openapi-document.js';
import { type Parameter, parametersOf } from './parameters.js';
import { paramsInStructure } from './params-in-structure.js';
import { paramsSchema } from './params-schema.js';
import type { RequestEnvelope } from './request-envelope.js';
import { responses } from './responses.js';
import type { SecurityRequirementObject } from './security-schemes.js';

/** A method on its own route, with what the route of its entrypoint needs of it. */
export interface MethodOperation {
  readonly method: DocumentedMethod;
  readonly request: JsonSchema;
  /** The response, and then each of the errors. */
  readonly answers: readonly JsonSchema[];
  readonly parameters: readonly Parameter[];
  /** Any of them suffices; empty if none is needed. */
  readonly security: readonly SecurityRequirementObject[];
  /** The params of the first example. */
  readonly exampleParams: unknown;
  readonly operation: Omit<Operation, 'operationId'>;
}

type Examples = Readonly<Record<string, NamedExample>>;

/** @param label of the entrypoint */
export function methodOperation(
  method: DocumentedMethod,
  label: string,
  envelope: RequestEnvelope,
  parts: DocumentParts,
): MethodOperation {
  const { name, errors, paramStructure, security } = method.description;
  const inputs = methodInputs(method, parts.writer);
  const params = wholeParams(method, parts.writer) ?? paramsSchema(inputs, paramStructure);
  const result = methodResult(method, parts.writer);
  const calls = methodExamples(method, { params: params.schema, result }, () =>
    parts.exampleMaker(),
  );
  const request = component(method, 'Request', envelope.schema(name, params), parts);
  const response = component(method, 'Response', responseSchema(result), parts);
  const answers = [response, ...errors.map((error) => parts.errors.reference(error, label))];
  const made = parts.exampleMaker().make(params.schema);
  const paramsOf = (call: CallExample | undefined): unknown =>
    paramsInStructure(call?.params, inputs, paramStructure, made);
  const requests = requestExamples(calls, (call) => envelope.example(name, paramsOf(call)));
  const parameters = parametersOf(inputs);
  const requirements = parts.security.requirements(security);
  return {
    method,
    request,
    answers,
    parameters,
    security: requirements,
    exampleParams: paramsOf(calls[0]),
    operation: {
      ...wordsOf(method.description),
      ...(parameters.length === 0 ? {} : { parameters }),
      requestBody: { required: true, content: jsonContent(request, requests) },
      responses: responses(
        answers.length === 1 ? 'The result.' : 'The result, or one of the errors.',
        answers.length === 1 ? response : { anyOf: answers },
        responseExamples(calls, requests),
        {
          isSecured: security.length > 0,
          isRateLimited: method.entrypoint.settings.rateLimit !== undefined,
        },
      ),
      ...(requirements.length === 0 ? {} : { security: requirements }),
      ...serversOf(method.description),
    },
  };
}

function component(
  method: DocumentedMethod,
  suffix: string,
  schema: JsonSchema,
  { components }: DocumentParts,
): JsonSchema {
  const names = namesWith(method, suffix);
  return components.add({ names, isFixed: false, where: method.where }, schema);
}

function wordsOf({
  summary,
  description,
  tags,
  deprecated,
}: MethodDescription): Pick<Operation, 'summary' | 'description' | 'tags' | 'deprecated'> {
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(deprecated ? { deprecated } : {}),
  };
}

function serversOf({ servers }: MethodDescription): Pick<Operation, 'servers'> {
  return servers.length === 0 ? {} : { servers: servers.map(serverObject) };
}

/** The server without what OpenAPI 3.1 has no member for. */
export function serverObject({ url, description }: ApiServer): ServerObject {
  return description === undefined ? { url } : { url, description };
}

function requestExamples(
  calls: readonly CallExample[],
  requestOf: (call: CallExample) => unknown,
): Examples {
  return Object.fromEntries(calls.map((call) => [call.key, named(call, requestOf(call))]));
}

function responseExamples(calls: readonly CallExample[], requests: Examples): Examples {
  return Object.fromEntries(
    calls.flatMap((call) => {
      if (call.result === undefined) return [];
      const request = requests[call.key]?.value as { readonly id: unknown } | undefined;
      const response = { jsonrpc: '2.0', id: request?.id, result: call.result.value };
      return [[call.key, named(call, response)]];
    }),
  );
}

function named({ summary, description }: CallExample, value: unknown): NamedExample {
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    value,
  };
}
