import type { AnyEntrypoint } from '@jsonrpc-kit/core/description';
import type { JsonSchema, SecurityRequirementObject } from '@jsonrpc-kit/openrpc';
import { definedMembers, nonEmpty } from '../defined-members.js';
import type { EntrypointNames } from '../methods/described-methods.js';
import { entrypointLimits } from '../methods/limits.js';
import { uniqueSchemas } from '../methods/method-schemas.js';
import type { MethodOperation } from './method-operation.js';
import { uniqueRequirements } from '../components/security-schemes.js';
import type { OpenApiContext } from './openapi-context.js';
import { jsonContent, type NamedExamples, type Operation } from './openapi-document.js';
import { combineParameters } from './parameters.js';
import type { RequestEnvelope } from './request-envelope.js';
import { operationResponses } from './responses.js';

/** An entrypoint with the operations of its methods. */
export interface EntrypointMethods extends EntrypointNames {
  readonly entrypoint: AnyEntrypoint;
  readonly envelope: RequestEnvelope;
  readonly methods: readonly MethodOperation[];
}

/** Returns the operation of an entrypoint's route, which accepts a call of any method or a batch. */
export function entrypointOperation(
  { entrypoint, title, label, envelope, methods }: EntrypointMethods,
  context: OpenApiContext,
): Omit<Operation, 'operationId'> {
  const { settings, path } = entrypoint;
  const union = (suffix: string, schemas: readonly JsonSchema[]): JsonSchema =>
    context.components.add(
      { names: [suffix, `${label}.${suffix}`], isFixed: false, where: `entrypoint ${path}` },
      schemas.length === 1 ? { ...schemas[0] } : { anyOf: schemas },
    );
  const requests = methods.map(({ request }) => request);
  const anyCall = envelope.schema(undefined, { required: false, schema: {} });
  const request = union('AnyRequest', requests.length === 0 ? [anyCall] : requests);
  const errors = settings.errors.map((error) => context.errorResponse(error, label));
  const response = union(
    'AnyResponse',
    uniqueSchemas([...methods.flatMap(({ responses }) => responses), ...errors]),
  );
  const parameters = combineParameters(methods.map((method) => method.parameters));
  const security = combineSecurity(methods);
  const { maxBatchSize } = settings.limits;
  const body = oneOrBatch(request, maxBatchSize === Infinity ? {} : { maxItems: maxBatchSize });
  return {
    summary: `Call any method of ${title}, or several in a batch`,
    tags: settings.tags.length === 0 ? [title] : settings.tags,
    ...definedMembers({ parameters: nonEmpty(parameters) }),
    requestBody: { required: true, content: jsonContent(body, requestExamples(methods, envelope)) },
    responses: operationResponses({
      description:
        'The response to a call, or for a batch the array of its responses, in the order of the calls.',
      schema: oneOrBatch(response, {}),
      examples: {},
      isSecured: security.length > 0,
      isRateLimited:
        settings.rateLimit !== undefined ||
        methods.some(({ method }) => method.description.rateLimit !== undefined),
      limits: settings.limits,
      checksHost: context.checksHost,
      acceptsNotifications:
        methods.length === 0 ||
        methods.some(({ method }) => !method.description.rejectsNotifications),
      isDurable: methods.some(({ method }) => method.description.isDurable),
    }),
    ...definedMembers({ security: nonEmpty(security) }),
    'x-limits': entrypointLimits(entrypoint),
  };
}

function oneOrBatch(schema: JsonSchema, limits: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'array', items: schema, minItems: 1, ...limits }] };
}

/** Lists the requirements of all methods as alternatives, since a request may call any of them. */
function combineSecurity(
  methods: readonly MethodOperation[],
): readonly SecurityRequirementObject[] {
  if (methods.every(({ security }) => security.length === 0)) return [];
  return uniqueRequirements(
    methods.flatMap(({ security }) => (security.length === 0 ? [{}] : security)),
  );
}

function requestExamples(
  methods: readonly MethodOperation[],
  envelope: RequestEnvelope,
): NamedExamples {
  const calls = methods
    .slice(0, 2)
    .map(({ method, exampleParams }, index) =>
      envelope.example(method.description, exampleParams, index + 1),
    );
  const [first] = calls;
  if (first === undefined) return {};
  return {
    call: { summary: 'A single call', value: first },
    batch: { summary: 'A batch', value: calls },
  };
}
