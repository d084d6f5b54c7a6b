import type { AnyEntrypoint } from '@jsonrpc-kit/core/description';
import type { JsonSchema } from '../json-schema/json-schema.js';
import type { DocumentParts } from './document-parts.js';
import { jsonContent, type NamedExample } from './media-type.js';
import type { MethodOperation } from './method-operation.js';
import type { Operation } from './openapi-document.js';
import { parametersOfAny } from './parameters.js';
import type { RequestEnvelope } from './request-envelope.js';
import { responses } from './responses.js';
import { type SecurityRequirementObject, uniqueRequirements } from './security-schemes.js';

/** The route of the entrypoint itself: one call of any method, or a batch. */
export function entrypointOperation(
  { settings, name, path }: AnyEntrypoint,
  label: string,
  methods: readonly MethodOperation[],
  envelope: RequestEnvelope,
  { components, errors }: DocumentParts,
): Omit<Operation, 'operationId'> {
  const anyOf = (key: string, schemas: readonly JsonSchema[]): JsonSchema => {
    const naming = { names: [key, `${label}.${key}`], isFixed: false, where: `entrypoint ${path}` };
    return components.add(naming, schemas.length === 1 ? { ...schemas[0] } : { anyOf: schemas });
  };
  const requests = methods.map(({ request }) => request);
  const unknown = envelope.schema(undefined, { required: false, schema: {} });
  const request = anyOf('AnyRequest', requests.length === 0 ? [unknown] : requests);
  const ownErrors = settings.errors.map((error) => errors.reference(error, label));
  const answers = unique([...methods.flatMap((method) => method.answers), ...ownErrors]);
  const response = anyOf('AnyResponse', answers);
  const parameters = parametersOfAny(methods.map((method) => method.parameters));
  const security = alternatives(methods);
  const body = oneOrMore(request, { maxItems: settings.maxBatchSize });
  return {
    summary: `Call any method of ${name}, or several at once`,
    ...(settings.tags.length === 0 ? {} : { tags: settings.tags }),
    ...(parameters.length === 0 ? {} : { parameters }),
    requestBody: { required: true, content: jsonContent(body, examples(methods, envelope)) },
    responses: responses(
      'The answer to a call, or for a batch an array of the answers in its order.',
      oneOrMore(response, {}),
      {},
      { isSecured: security.length > 0, isRateLimited: settings.rateLimit !== undefined },
    ),
    ...(security.length === 0 ? {} : { security }),
  };
}

/** What the schema is for, or an array of it. */
function oneOrMore(schema: JsonSchema, limit: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'array', items: schema, minItems: 1, ...limit }] };
}

function unique(schemas: readonly JsonSchema[]): readonly JsonSchema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

/** Which credentials suffice depends on the methods that are called. */
function alternatives(methods: readonly MethodOperation[]): readonly SecurityRequirementObject[] {
  if (methods.every(({ security }) => security.length === 0)) return [];
  return uniqueRequirements(
    methods.flatMap(({ security }) => (security.length === 0 ? [{}] : security)),
  );
}

function examples(
  methods: readonly MethodOperation[],
  envelope: RequestEnvelope,
): Readonly<Record<string, NamedExample>> {
  const calls = methods.slice(0, 2).map(({ method, exampleParams }, index) => {
    return envelope.example(method.description.name, exampleParams, index + 1);
  });
  const [first] = calls;
  if (first === undefined) return {};
  return {
    call: { summary: 'One call', value: first },
    batch: { summary: 'A batch', value: calls },
  };
}
