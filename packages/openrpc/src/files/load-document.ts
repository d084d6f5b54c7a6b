import { normalize } from 'node:path';
import { isObject } from '../document/json-schema.js';
import { bundleReferences, type LoadedDocument } from './bundle-references.js';
import { DocumentFiles, isHttpUrl, type ReadingRules } from './document-files.js';

/**
 * Reads an OpenRPC document from a JSON file or a URL, with every document that it refers to.
 *
 * @throws Error that says why it can't be read, or what it is instead
 */
export async function loadDocument(
  source: string,
  rules: ReadingRules = {},
): Promise<LoadedDocument> {
  const files = new DocumentFiles(source, rules);
  const document = objectOf(await files.readSource(source), source);
  if (!Array.isArray(document['methods'])) {
    throw new Error(`${source} is not an OpenRPC document: it has no list "methods"`);
  }
  return bundleReferences(
    document,
    isHttpUrl(source) ? new URL(source).href : normalize(source),
    files,
  );
}

/**
 * Reads the JSON object in a file or at a URL.
 *
 * @throws Error that says why it can't be read, or what it is instead
 */
export async function loadJsonFile(source: string): Promise<object> {
  return objectOf(await new DocumentFiles(source, {}).readSource(source), source);
}

function objectOf(value: unknown, source: string): Record<string, unknown> {
  if (isObject(value)) return value;
  throw new Error(`${source} does not contain a JSON object`);
}
