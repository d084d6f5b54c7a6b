import type { AnyEntrypoint, MethodDescription } from '@jsonrpc-kit/core/description';
import { isObject, type JsonSchema } from '@jsonrpc-kit/openrpc';
import type { DocumentContext } from '../components/document-context.js';
import type { ExampleGenerator } from '@jsonrpc-kit/openrpc/examples';
import { accepts } from '../json-schema/accepts.js';
import { objectSchema } from '../json-schema/json-schema.js';
import { EXAMPLE_KEY, keyMember } from '../methods/idempotency-key.js';
import type { ParamsSchema } from '../methods/method-schemas.js';
import { streamMembers } from '../methods/stream-members.js';
import { constant, JSONRPC, REQUEST_ID, withDefault } from './envelopes.js';

/** The additions of an entrypoint's `requestSchema` to the JSON-RPC request object. */
interface EnvelopeExtension {
  /** Additional members, and the `id` if the schema constrains it. */
  readonly properties: JsonSchema;
  readonly required: readonly string[];
  readonly additionalProperties: unknown;
  /** The whole schema, if it is not a plain object. The request must then satisfy both. */
  readonly schema: JsonSchema | undefined;
}

const NO_EXTENSION: EnvelopeExtension = {
  properties: {},
  required: [],
  additionalProperties: false,
  schema: undefined,
};

type CalledMethod = Pick<
  MethodDescription,
  'name' | 'idempotencyKey' | 'rejectsNotifications' | 'reportsProgress' | 'canResume'
>;

/** The request objects that an entrypoint accepts. */
export class RequestEnvelope {
  readonly #entrypoint: AnyEntrypoint;
  readonly #extension: EnvelopeExtension;
  readonly #examples: ExampleGenerator;

  constructor(entrypoint: AnyEntrypoint, context: DocumentContext) {
    this.#entrypoint = entrypoint;
    this.#examples = context.newExampleGenerator();
    this.#extension = extensionOf(entrypoint, context);
  }

  /** Returns the schema of a call to a method, or to any method. */
  schema(method: CalledMethod | undefined, params: ParamsSchema): JsonSchema {
    const { properties, required, additionalProperties, schema } = this.#extension;
    const { id = REQUEST_ID, ...added } = properties;
    const members = {
      jsonrpc: withDefault(JSONRPC),
      id,
      method: method === undefined ? { type: 'string' } : withDefault(constant(method.name)),
      params: params.schema,
      ...(method?.idempotencyKey && { idempotencyKey: keyMember(method.idempotencyKey) }),
      ...(method && streamMembers(method)),
      ...added,
    };
    const names = new Set([
      'jsonrpc',
      ...(method?.rejectsNotifications === true ? ['id'] : []),
      'method',
      ...(params.required ? ['params'] : []),
      ...required,
    ]);
    const envelope = objectSchema(members, [...names]);
    return schema === undefined
      ? { ...envelope, additionalProperties }
      : { allOf: [schema, envelope] };
  }

  /** Returns a call that the entrypoint accepts. */
  example(
    { name: method, idempotencyKey: key }: CalledMethod,
    params: unknown,
    id = 1,
  ): Record<string, unknown> {
    const { properties, required, schema } = this.#extension;
    const { id: _, ...added } = properties;
    const members = this.#examples.generate(
      schema ?? { type: 'object', properties: added, required: required.filter(isAdded) },
    );
    const call = { jsonrpc: '2.0', id, method, params };
    const request = isObject(members) ? { ...members, ...call } : call;
    const { requestSchema } = this.#entrypoint.settings;
    const idempotencyKey = key?.isRequired === true ? { idempotencyKey: EXAMPLE_KEY } : {};
    if (requestSchema === undefined || accepts(requestSchema, request, true)) {
      return { ...withUsualOrder(request), ...idempotencyKey };
    }
    // The schema may require the id to be a string.
    const withText = { ...request, id: String(id) };
    const accepted = accepts(requestSchema, withText, false) ? withText : request;
    return { ...withUsualOrder(accepted), ...idempotencyKey };
  }
}

function isAdded(name: string): boolean {
  return !['jsonrpc', 'id', 'method', 'params'].includes(name);
}

function withUsualOrder(request: Record<string, unknown>): Record<string, unknown> {
  const { jsonrpc, id, method, params, ...added } = request;
  return { jsonrpc, id, method, params, ...added };
}

const ANNOTATIONS = ['type', 'title', 'description', '$comment', 'examples'];

function extensionOf(
  { settings, path }: AnyEntrypoint,
  { converter, components }: DocumentContext,
): EnvelopeExtension {
  const { requestSchema } = settings;
  if (requestSchema === undefined) return NO_EXTENSION;
  const schema = converter.convert(requestSchema, 'input', {
    where: `entrypoint ${path}, requestSchema`,
    componentNames: ['Request'],
  });
  const { properties, required = [], additionalProperties, ...rest } = components.resolve(schema);
  const isPlainObject =
    isObject(properties) && Object.keys(rest).every((key) => ANNOTATIONS.includes(key));
  if (!isPlainObject) return { ...NO_EXTENSION, schema };
  const isExtension = (name: string): boolean => isAdded(name) || name === 'id';
  return {
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => isExtension(name)),
    ),
    required: (required as string[]).filter(isExtension),
    additionalProperties: isObject(additionalProperties) ? additionalProperties : false,
    schema: undefined,
  };
}
