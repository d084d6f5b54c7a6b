import type { Entrypoint, ErrorModel, MethodModel, ParamStructure } from './api-model.js';
import { isObject, type JsonObject, listOf, memberOf, objectsOf, textOf } from './json.js';
import { composeParams, readContent, readExamples } from './read-content.js';
import { readHttpInputs } from './read-http-inputs.js';
import { readLimits } from './read-limits.js';
import { endpointUrls } from './read-servers.js';
import { References } from './references.js';
import { safeUrl } from './safe-url.js';
import { standardErrorWhen } from './standard-errors.js';

/** The maximum number of methods that the page displays. */
export const MAX_METHODS = 3000;

/** A document, the URL that it was loaded from, and its entrypoints. */
export interface DocumentSource {
  readonly root: JsonObject;
  readonly url: string;
  /** The first one is the entrypoint of methods that name no entrypoint. */
  readonly entrypoints: readonly Entrypoint[];
}

/** Reads the methods of a document. Skips methods without a name. */
export function readMethods(source: DocumentSource): readonly Omit<MethodModel, 'id'>[] {
  const references = new References(source.root);
  return listOf(source.root['methods'], MAX_METHODS)
    .map((raw) => references.resolve(raw).value)
    .flatMap((raw) => {
      const name = textOf(raw['name'], 500);
      return name === undefined ? [] : [readMethod(name, raw, source, references)];
    });
}

function readMethod(
  name: string,
  raw: JsonObject,
  source: DocumentSource,
  references: References,
): Omit<MethodModel, 'id'> {
  const idempotency = readIdempotency(raw['x-idempotent']);
  const params = objectsOf(raw['params'], 200).map((param) => readContent(param, references));
  const paramStructure = structureOf(raw['paramStructure']);
  const path = textOf(raw['x-entrypoint'], 500);
  const entrypoint =
    source.entrypoints.find((one) => one.path === path) ?? source.entrypoints[0] ?? NO_ENTRYPOINT;
  return {
    name,
    summary: textOf(raw['summary'], 500),
    description: textOf(raw['description']),
    tags: objectsOf(raw['tags'], 20).flatMap(
      (tag) => textOf(references.resolve(tag).value['name'], 200) ?? [],
    ),
    entrypoint,
    deprecated: raw['deprecated'] === true,
    paramStructure,
    params,
    paramsSchema: isObject(raw['x-params-schema'])
      ? raw['x-params-schema']
      : composeParams(params, paramStructure),
    result: isObject(raw['result']) ? readContent(raw['result'], references) : undefined,
    errors: objectsOf(raw['errors'], 200).map((error) => readError(error, references, source.root)),
    examples: readExamples(raw['examples'], paramStructure, references),
    urls: endpointUrls(raw, source, entrypoint),
    inputs: readHttpInputs(raw, source.root, references).filter(
      // The member of the request contains the key, also in a batch.
      (input) => idempotency === undefined || input.name !== idempotency.header,
    ),
    idempotency,
    isDurable: raw['x-durable'] === true,
    limits: readLimits(raw, source.root),
    documentation: readDocumentation(raw['externalDocs']),
    references,
  };
}

const NO_ENTRYPOINT: Entrypoint = { name: '', path: '' };

/** By position, unless the document says otherwise: nearly all servers accept it. */
function structureOf(value: unknown): ParamStructure {
  return value === 'by-name' || value === 'either' ? value : 'by-position';
}

function readError(raw: JsonObject, references: References, root: JsonObject): ErrorModel {
  const { value, name } = references.resolve(raw);
  const code = typeof value['code'] === 'number' ? value['code'] : 0;
  const message = textOf(value['message'], 500) ?? '';
  return {
    name: name ?? message,
    code,
    message,
    when: textOf(descriptionOf(root, name), 2000) ?? standardErrorWhen(code),
    data: value['data'],
  };
}

/** When an error of the components occurs, for which OpenRPC has no member. */
function descriptionOf(root: JsonObject, name: string | undefined): unknown {
  const descriptions = root['x-error-descriptions'];
  return isObject(descriptions) && name !== undefined ? memberOf(descriptions, name) : undefined;
}

function readIdempotency(value: unknown): MethodModel['idempotency'] {
  const header = 'idempotency-key';
  if (value === true) return { member: 'idempotencyKey', header, required: false };
  if (!isObject(value)) return undefined;
  const member = textOf(value['member'], 100) ?? 'idempotencyKey';
  const name = textOf(value['header'], 100) ?? header;
  return { member, header: name, required: value['required'] === true };
}

function readDocumentation(value: unknown): MethodModel['documentation'] {
  if (!isObject(value)) return undefined;
  const url = safeUrl(textOf(value['url'], 2000) ?? '');
  if (url === undefined) return undefined;
  return { url, text: textOf(value['description'], 200) ?? url };
}
