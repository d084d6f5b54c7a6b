import { isObject, type Located, type Method, methodsOf, parsePointer } from '@jsonrpc-kit/openrpc';
import type { Entrypoint, ErrorModel, MethodModel, SubscriptionModel } from './api-model.js';
import { type JsonObject, listOf, memberOf, objectOf, objectsOf, textOf } from './json.js';
import { composeParams, readContent, readExamples } from './read-content.js';
import { readHttpInputs } from './read-http-inputs.js';
import { readLimits } from './read-limits.js';
import { endpointUrls } from './read-servers.js';
import { References } from './references.js';
import { safeUrl } from './safe-url.js';

/** How much of a document the page displays. */
const MAXIMUM = { methods: 3000, entries: 200 };

/** A document, the URL that it was loaded from, and its entrypoints. */
export interface DocumentSource {
  readonly root: JsonObject;
  readonly url: string;
  /** The first one is the entrypoint of methods that name no entrypoint. */
  readonly entrypoints: readonly Entrypoint[];
}

/** Reads the methods of a document. Skips methods without a name, and those that the server sends. */
export function readMethods(source: DocumentSource): readonly Omit<MethodModel, 'id'>[] {
  const references = new References(source.root);
  const all = methodsOf(references.document, { nameless: 'skip', maximum: MAXIMUM });
  const notifications = new Map<string, Method>();
  const methods: Method[] = [];
  for (const method of all) {
    if (isImplementedByClient(method.value['x-implemented-by'])) {
      notifications.set(textOf(method.name, 500) ?? '', method);
    } else methods.push(method);
  }
  return methods.slice(0, MAXIMUM.methods).map((method) => ({
    ...readMethod(method, source, references),
    subscription: readSubscription(method, notifications, references),
  }));
}

function readSubscription(
  { name, value }: Method,
  notifications: ReadonlyMap<string, Method>,
  references: References,
): SubscriptionModel | undefined {
  const joined = value['x-subscription'];
  if (!isObject(joined) || joined['subscribe'] !== name) return undefined;
  const notification = textOf(joined['notification'], 500) ?? '';
  const params = notifications.get(notification)?.params ?? [];
  const event = params.find((param) => param.name === 'result');
  const names = listOf(joined['names'], 50).flatMap((one) => textOf(one, 500) ?? []);
  return {
    names: names.length === 0 ? [notification] : names,
    namespace: textOf(joined['namespace'], 500),
    subscribe: textOf(name, 500) ?? '',
    unsubscribe: textOf(joined['unsubscribe'], 500) ?? '',
    notification,
    idParameter: textOf(params[0]?.name, 200) ?? 'subscription',
    event: event && readContent(event, references),
  };
}

/** Whether a method is a notification that the server sends to the client. */
export function isImplementedByClient(implementers: unknown): boolean {
  return Array.isArray(implementers) && implementers.includes('client');
}

function readMethod(
  method: Method,
  source: DocumentSource,
  references: References,
): Omit<MethodModel, 'id' | 'subscription'> {
  const { value: raw, paramStructure, deprecated, result } = method;
  const idempotency = readIdempotency(raw['x-idempotent']);
  const params = method.params
    .filter(({ name }) => name !== '')
    .map((param) => readContent(param, references));
  const entrypoint =
    source.entrypoints.find(({ path }) => path === method.entrypoint) ??
    source.entrypoints[0] ??
    NO_ENTRYPOINT;
  return {
    name: textOf(method.name, 500) ?? '',
    summary: textOf(raw['summary'], 500),
    description: textOf(raw['description']),
    tags: objectsOf(raw['tags'], 20).flatMap(
      (tag) => textOf(references.resolve(tag).value['name'], 200) ?? [],
    ),
    entrypoint,
    deprecated,
    paramStructure,
    params,
    paramsSchema: isObject(raw['x-params-schema'])
      ? raw['x-params-schema']
      : composeParams(params, paramStructure),
    result: result === undefined ? undefined : readContent(result, references),
    errors: method.errors.map((error) => readError(error, method, source.root)),
    examples: readExamples(method, references),
    urls: endpointUrls(raw, source, entrypoint),
    inputs: readHttpInputs(raw, source.root, references).filter(
      // Members of the request contain the key and the cursor, also in a batch.
      ({ name }) => ![idempotency?.header, cursorHeader(raw['x-cursor'])].includes(name),
    ),
    idempotency,
    toolName: textOf(raw['x-mcp-tool'], 128),
    isDurable: raw['x-durable'] === true,
    rejectsNotifications: raw['x-notifications'] === 'reject',
    limits: readLimits(raw, source.root),
    documentation: readDocumentation(raw['externalDocs']),
    references,
  };
}

const NO_ENTRYPOINT: Entrypoint = { name: '', path: '' };

function readError(error: Located, method: Method, root: JsonObject): ErrorModel {
  const { value, pointer, unresolved } = error;
  const isOwn = pointer.startsWith(`${method.pointer}/`);
  const name = textOf(unresolved ?? (isOwn ? undefined : parsePointer(pointer).at(-1)), 200);
  const code = typeof value['code'] === 'number' ? value['code'] : 0;
  const message = textOf(value['message'], 500) ?? '';
  return {
    name: name ?? message,
    code,
    message,
    when: textOf(descriptionOf(root, name), 2000) ?? STANDARD_ERRORS[code],
    data: value['data'],
  };
}

/** When the errors of JSON-RPC 2.0 occur, by code. Other codes mean something else on each server. */
const STANDARD_ERRORS: Readonly<Record<number, string>> = {
  [-32700]: 'The body of the request is not JSON.',
  [-32600]: 'The request object is invalid, or a batch or body exceeds a limit.',
  [-32601]: 'The entrypoint has no such method.',
  [-32602]: 'A parameter, header or cookie failed validation.',
  [-32603]: 'The server failed unexpectedly.',
};

/** When an error of the components occurs, for which OpenRPC has no member. */
function descriptionOf(root: JsonObject, name: string | undefined): unknown {
  return name === undefined ? undefined : memberOf(objectOf(root['x-error-descriptions']), name);
}

function readIdempotency(value: unknown): MethodModel['idempotency'] {
  const header = 'idempotency-key';
  if (value === true) return { member: 'idempotencyKey', header, required: false };
  if (!isObject(value)) return undefined;
  const member = textOf(value['member'], 100) ?? 'idempotencyKey';
  const name = textOf(value['header'], 100) ?? header;
  return { member, header: name, required: value['required'] === true };
}

/** The header that may contain the cursor of a subscription instead of a member. */
function cursorHeader(value: unknown): string | undefined {
  return isObject(value) ? textOf(value['header'], 100) : undefined;
}

function readDocumentation(value: unknown): MethodModel['documentation'] {
  if (!isObject(value)) return undefined;
  const url = safeUrl(textOf(value['url'], 2000) ?? '');
  if (url === undefined) return undefined;
  return { url, text: textOf(value['description'], 200) ?? url };
}
