import type { AnyEntrypoint } from '@jsonrpc-kit/core/description';
import type { Components } from '../components/components.js';
import type { SchemaWriter } from '../components/schema-writer.js';
import type { WholeParams } from '../document/method-inputs.js';
import { accepts } from '../json-schema/accepts.js';
import { isJsonSchema, type JsonSchema } from '../json-schema/json-schema.js';
import type { Maker } from '../examples/maker.js';
import { constant, JSONRPC, objectSchema, REQUEST_ID } from './envelopes.js';

const OWN = ['jsonrpc', 'id', 'method', 'params'];

/** What an entrypoint's `requestSchema` adds to the envelope, or all of it where that is no object. */
interface Additions {
  readonly properties: JsonSchema;
  readonly required: readonly string[];
  readonly rest: unknown;
  /** A schema that holds beside the envelope's own. */
  readonly beside: JsonSchema | undefined;
}

const NONE: Additions = { properties: {}, required: [], rest: false, beside: undefined };

/** The envelopes that an entrypoint takes. */
export class RequestEnvelope {
  readonly #entrypoint: AnyEntrypoint;
  readonly #additions: Additions;
  readonly #maker: Maker;

  constructor(
    entrypoint: AnyEntrypoint,
    writer: SchemaWriter,
    components: Components,
    maker: Maker,
  ) {
    this.#entrypoint = entrypoint;
    this.#maker = maker;
    this.#additions = additionsOf(entrypoint, writer, components);
  }

  /** A call of a method; without one, of any. */
  schema(method: string | undefined, params: WholeParams): JsonSchema {
    const { properties, required, rest, beside } = this.#additions;
    const { id = REQUEST_ID, ...added } = properties;
    const members = {
      jsonrpc: JSONRPC,
      id: id as JsonSchema,
      method: method === undefined ? { type: 'string' } : constant(method),
      params: params.schema,
      ...(added as Record<string, JsonSchema>),
    };
    const names = ['jsonrpc', 'method', ...(params.required ? ['params'] : []), ...required];
    const own = objectSchema(members, names);
    return beside === undefined ? { ...own, additionalProperties: rest } : { allOf: [beside, own] };
  }

  /** As it may be sent. */
  example(method: string, params: unknown, number = 1): Record<string, unknown> {
    const { properties, required, beside } = this.#additions;
    const { id: _, ...added } = properties;
    const members = this.#maker.make(
      beside ?? { type: 'object', properties: added, required: required.filter(isAdded) },
    );
    const call = { jsonrpc: '2.0', id: number, method, params };
    const request = isJsonSchema(members) ? { ...members, ...call } : call;
    const schema = this.#entrypoint.settings.requestSchema;
    if (schema === undefined || accepts(schema, request, true)) return ordered(request);
    // An entrypoint may take texts only.
    const withText = { ...request, id: String(number) };
    return ordered(accepts(schema, withText, false) ? withText : request);
  }
}

function isAdded(name: string): boolean {
  return !OWN.includes(name);
}

function ordered(request: Record<string, unknown>): Record<string, unknown> {
  const { jsonrpc, id, method, params, ...added } = request;
  return { jsonrpc, id, method, params, ...added };
}

function additionsOf(
  { settings, path }: AnyEntrypoint,
  writer: SchemaWriter,
  components: Components,
): Additions {
  const { requestSchema } = settings;
  if (requestSchema === undefined) return NONE;
  const json = writer.write(requestSchema, 'input', {
    where: `requestSchema of ${path}`,
    owner: ['Request'],
  });
  const { properties, required = [], additionalProperties, ...others } = components.resolve(json);
  const isPlain = isJsonSchema(properties) && Object.keys(others).every(saysNoMore);
  if (!isPlain) return { ...NONE, beside: json };
  return {
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => isAdded(name) || name === 'id'),
    ),
    required: (required as string[]).filter((name) => isAdded(name) || name === 'id'),
    rest: isJsonSchema(additionalProperties) ? additionalProperties : false,
    beside: undefined,
  };
}

function saysNoMore(keyword: string): boolean {
  return ['type', 'title', 'description', '$comment', 'examples'].includes(keyword);
}
