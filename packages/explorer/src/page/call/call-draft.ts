import { isObject } from '@jsonrpc-kit/openrpc';
import type { MethodModel } from '../document/api-model.js';
import { formatJson, memberOf, parseJson } from '../document/json.js';
import { flattenSchema } from '../schema/flatten-schema.js';
import { sampleOf } from '../schema/sample.js';

export type CallKind = 'call' | 'notification';

/**
 * Returns the kind of a call, which is a notification only if the server accepts it.
 *
 * @param isNotification what a link or the user has chosen
 */
export function callKind(
  { isDurable, rejectsNotifications }: MethodModel,
  isNotification = isDurable,
): CallKind {
  return isNotification && !rejectsNotifications ? 'notification' : 'call';
}

/** A call that the user is writing. */
export interface CallDraft {
  readonly method: MethodModel;
  readonly kind: CallKind;
  /** The JSON text of the params; empty for a request without params. */
  readonly params: string;
  /** Undefined for a method that isn't idempotent. */
  readonly idempotencyKey: string | undefined;
}

/** A JSON-RPC request object. */
export type RequestObject = Readonly<Record<string, unknown>>;

/** The initial text of a method's editor: the first example, or a generated value that fits. */
export function initialParams(method: MethodModel): string {
  const [example] = method.examples;
  return formatParams(
    example === undefined ? sampleOf(method.paramsSchema, method.references) : example.params,
  );
}

/** Returns the result of the first example, or a generated value; undefined without a schema. */
export function exampleResult({ examples, result, references }: MethodModel): unknown {
  const declared = examples.find((example) => example.result !== undefined)?.result;
  if (declared !== undefined) return declared.value;
  if (result === undefined) return undefined;
  const { value } = flattenSchema(result.schema, references);
  return Object.keys(value).length === 0 ? undefined : sampleOf(value, references);
}

/** Longer texts, which may be from a hostile document, are not filled in. */
const MAX_LENGTH = 50_000;

/** Formats params for the editor. */
export function formatParams(params: unknown): string {
  const text = formatJson(params ?? {});
  if (text.length <= MAX_LENGTH) return text;
  return Array.isArray(params) ? '[]' : '{}';
}

/** Writes params by position instead of by name, or the other way round. */
export function convertParams(text: string, { params: declared }: MethodModel): string {
  const params = parseJson(text);
  if (Array.isArray(params)) {
    const entries = declared.map(({ name }, index) => [name, params[index]] as const);
    return formatParams(Object.fromEntries(entries.slice(0, params.length)));
  }
  if (!isObject(params)) return text;
  const last = declared.findLastIndex(({ name }) => Object.hasOwn(params, name));
  return formatParams(
    declared.slice(0, last + 1).map(({ name }) => memberOf(params, name) ?? null),
  );
}

/**
 * Creates the request object of a draft.
 *
 * @throws SyntaxError for params that are not JSON
 */
export function requestObject(draft: CallDraft, id: number): RequestObject {
  const { method, kind, params, idempotencyKey } = draft;
  const text = params.trim();
  return {
    jsonrpc: '2.0',
    ...(kind === 'call' ? { id } : {}),
    method: method.name,
    ...(text === '' ? {} : { params: JSON.parse(text) as unknown }),
    ...(method.idempotency === undefined || !idempotencyKey
      ? {}
      : { [method.idempotency.member]: idempotencyKey }),
  };
}
