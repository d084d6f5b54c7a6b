import type { MethodDescription } from '@jsonrpc-kit/core/description';
import type {
  HttpParameter,
  JsonSchema,
  Limits,
  SecurityRequirementObject,
} from '@jsonrpc-kit/openrpc';
import { definedMembers, nonEmpty } from '../defined-members.js';
import { componentNamesOf, type DescribedMethod } from '../methods/described-methods.js';
import { methodLimits } from '../methods/limits.js';
import { callExtensions } from '../methods/call-extensions.js';
import { type CallExample, methodExamples } from '../methods/method-examples.js';
import { declaredParams, methodInputs, methodResult } from '../methods/method-schemas.js';
import { subscribedEvents } from '../methods/event-schemas.js';
import { objectSchema } from '../json-schema/json-schema.js';
import { eventSchema, JSONRPC, progressSchema, resultResponseSchema } from './envelopes.js';
import type { OpenApiContext } from './openapi-context.js';
import {
  type ExampleObject,
  jsonContent,
  type NamedExamples,
  type Operation,
  serverObject,
} from './openapi-document.js';
import { headerAndCookieParameters, paramsSchema, positionalExample } from './parameters.js';
import type { RequestEnvelope } from './request-envelope.js';
import { operationResponses, type ResponseOptions } from './responses.js';

/** The operation of a method's own route, and its parts for the operation of its entrypoint. */
export interface MethodOperation {
  readonly method: DescribedMethod;
  readonly request: JsonSchema;
  /** The schemas of the response with the result and of the error responses. */
  readonly responses: readonly JsonSchema[];
  readonly parameters: readonly HttpParameter[];
  /** Alternatives; empty if no credential is needed. */
  readonly security: readonly SecurityRequirementObject[];
  /** The params of the first example. */
  readonly exampleParams: unknown;
  readonly operation: Omit<Operation, 'operationId'>;
}

export function methodOperation(
  method: DescribedMethod,
  envelope: RequestEnvelope,
  context: OpenApiContext,
): MethodOperation {
  const { description, label, entrypoint } = method;
  const { name, errors, paramStructure, rateLimit } = description;
  const inputs = methodInputs(method, context.converter);
  const params = declaredParams(method, context.converter) ?? paramsSchema(inputs, paramStructure);
  const result = methodResult(method, context.converter);
  const component = (suffix: string, schema: JsonSchema): JsonSchema => {
    const names = componentNamesOf(method, suffix);
    return context.components.add({ names, isFixed: false, where: method.where }, schema);
  };
  const request = component('Request', envelope.schema(description, params));
  const response = component('Response', resultResponseSchema(`${name} result`, result));
  const errorResponses = errors.map((error) => context.errorResponse(error, label));
  const responses = [response, ...errorResponses];

  const progress = description.reportsProgress ? [component('Progress', progressSchema(name))] : [];
  const subscribed = subscribedEvents(method, context.converter);
  const event = subscribed && component('Notification', eventSchema(subscribed));

  const calls = methodExamples(
    description,
    { params: params.schema, result: description.result && result },
    context,
  );
  const generatedParams = context.newExampleGenerator().generate(params.schema);
  const examples = calls.map((call) => {
    const exampleParams =
      call.params.isGenerated || paramStructure !== 'by-position'
        ? call.params.value
        : positionalExample(call.params, inputs, generatedParams);
    return { call, exampleParams, request: envelope.example(description, exampleParams) };
  });

  const parameters = headerAndCookieParameters(inputs, description);
  const security = context.security.requirements(description.security);
  return {
    method,
    request,
    responses,
    parameters,
    security,
    exampleParams: examples[0]?.exampleParams,
    operation: {
      ...annotationsOf(description, method.title),
      ...callExtensions(description),
      ...definedMembers({ parameters: nonEmpty(parameters) }),
      requestBody: {
        required: true,
        content: jsonContent(request, requestExamples(examples)),
      },
      responses: operationResponses({
        ...(event === undefined
          ? plainResponse(responses, progress)
          : streamedResponse(response, [event, ...progress], errorResponses)),
        examples: event === undefined ? responseExamples(examples) : {},
        isSecured: description.security.length > 0,
        isRateLimited: (rateLimit ?? entrypoint.settings.rateLimit) !== undefined,
        limits: entrypoint.settings.limits,
        checksHost: context.checksHost,
        acceptsNotifications: !description.rejectsNotifications,
        isDurable: description.isDurable,
      }),
      ...definedMembers({
        security: nonEmpty(security),
        servers: nonEmpty(description.servers.map(serverObject)),
      }),
      'x-limits': routeLimits(method),
    },
  };
}

type ResponseBody = Pick<ResponseOptions, 'description' | 'schema' | 'events'>;

/** @param responses the result, and the errors */
function plainResponse(
  responses: readonly JsonSchema[],
  progress: readonly JsonSchema[],
): ResponseBody {
  const [result = {}, ...errors] = responses;
  const body =
    errors.length === 0
      ? { description: 'The result.', schema: result }
      : { description: 'The result, or one of the errors.', schema: { anyOf: responses } };
  if (progress.length === 0) return body;
  const description =
    `${body.description} With \`accept: text/event-stream\` and a \`progressToken\`, a call that reports ` +
    'progress gets server-sent events: the data of the last one is the response, and that of the others a ' +
    'notification.';
  return { ...body, description, events: { anyOf: [...responses, ...progress] } };
}

function streamedResponse(
  result: JsonSchema,
  notifications: readonly JsonSchema[],
  errors: readonly JsonSchema[],
): ResponseBody {
  const description =
    'With `accept: text/event-stream`, server-sent events: the data of the first one is the response with ' +
    'the id of the subscription, and that of the others a notification. If the call fails, or without ' +
    'this header, an error.';
  const error = objectSchema({ jsonrpc: JSONRPC, id: {}, error: { type: 'object' } }, ['error']);
  const schema = errors.length === 0 ? error : { anyOf: errors };
  return { description, schema, events: { anyOf: [result, ...notifications] } };
}

/** The route of a method accepts no batches. */
function routeLimits(method: DescribedMethod): Limits {
  const { maxBatchSize: _, ...limits } = methodLimits(method);
  return limits;
}

/** Uses the name of the method as its default summary, and the title of its entrypoint as its default tag. */
function annotationsOf(
  { name, summary = name, description, tags, deprecated }: MethodDescription,
  entrypointTitle: string,
): Pick<Operation, 'summary' | 'description' | 'tags' | 'deprecated'> {
  return definedMembers({
    summary,
    description,
    tags: tags.length === 0 ? [entrypointTitle] : tags,
    deprecated: deprecated || undefined,
  });
}

interface RequestExample {
  readonly call: CallExample;
  readonly request: Readonly<Record<string, unknown>>;
}

function requestExamples(examples: readonly RequestExample[]): NamedExamples {
  return Object.fromEntries(
    examples.map(({ call, request }) => [call.key, exampleObject(call, request)]),
  );
}

function responseExamples(examples: readonly RequestExample[]): NamedExamples {
  return Object.fromEntries(
    examples.flatMap(({ call, request }) => {
      if (call.result === undefined) return [];
      const response = { jsonrpc: '2.0', id: request['id'], result: call.result.value };
      return [[call.key, exampleObject(call, response)]];
    }),
  );
}

function exampleObject({ summary, description }: CallExample, value: unknown): ExampleObject {
  return { ...definedMembers({ summary, description }), value };
}
