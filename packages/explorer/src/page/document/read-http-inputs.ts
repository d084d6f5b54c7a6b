import { isObject } from '@jsonrpc-kit/openrpc';
import type { HttpInput } from './api-model.js';
import { type JsonObject, listOf, memberOf, objectOf, objectsOf, textOf } from './json.js';
import type { References } from './references.js';

/** Reads the headers, cookies and credentials of a method from `x-http`. */
export function readHttpInputs(
  method: JsonObject,
  root: JsonObject,
  references: References,
): readonly HttpInput[] {
  const http = objectOf(method['x-http']);
  const parameters = objectsOf(http['headers'], 50).flatMap((raw) =>
    readParameter(raw, references),
  );
  const credentials = readCredentials(http['security'], root);
  const known = new Set(credentials.map(({ key }) => key));
  return [...credentials, ...parameters.filter(({ key }) => !known.has(key))];
}

function readParameter(raw: JsonObject, references: References): readonly HttpInput[] {
  const name = textOf(raw['name'], 200);
  if (name === undefined) return [];
  const kind = raw['in'] === 'cookie' ? 'cookie' : 'header';
  const schema = references.resolve(raw['schema']).value;
  return [
    {
      key: `${kind} ${name.toLowerCase()}`,
      kind,
      name,
      required: raw['required'] === true,
      isCredential: isCredential(name),
      description: textOf(raw['description'], 2000) ?? textOf(schema['description'], 2000),
      schema: raw['schema'],
      examples: examplesOf(schema),
    },
  ];
}

/** The words in the names of headers and cookies with credentials. */
const SECRETS = new Set('apikey auth authorization password secret session token'.split(' '));

/** Whether a word of a name says that it is a credential: `x-auth-token`, but not `x-author` or `max-tokens`. */
function isCredential(name: string): boolean {
  const words = name
    .toLowerCase()
    .replace(/api[-_]key/, 'apikey')
    .split(/[-_]/);
  return words.some((word) => SECRETS.has(word));
}

function examplesOf(schema: JsonObject): readonly string[] {
  const values = [
    ...listOf(schema['examples'], 10),
    ...listOf(schema['enum'], 10),
    schema['example'],
    schema['default'],
  ];
  const texts = values.filter((value) => ['string', 'number', 'boolean'].includes(typeof value));
  return [...new Set(texts.map(String))].slice(0, 10);
}

/** Reads the schemes of all alternatives. A scheme is required if every alternative has it. */
function readCredentials(security: unknown, root: JsonObject): readonly HttpInput[] {
  const alternatives = objectsOf(security, 50);
  const names = [...new Set(alternatives.flatMap((one) => Object.keys(one)))].slice(0, 20);
  const schemes = objectOf(root['x-security-schemes']);
  return names.flatMap((name) => {
    const scheme = memberOf(schemes, name);
    const required = alternatives.every((one) => Object.hasOwn(one, name));
    return isObject(scheme) ? [readScheme(name, scheme, required)] : [];
  });
}

function readScheme(name: string, scheme: JsonObject, required: boolean): HttpInput {
  const description = textOf(scheme['description'], 2000);
  const common = { required, isCredential: true, description, schema: undefined, examples: [] };
  if (scheme['type'] === 'apiKey') {
    const kind = scheme['in'] === 'cookie' ? 'cookie' : 'header';
    const parameter = textOf(scheme['name'], 200) ?? name;
    return { ...common, key: `${kind} ${parameter.toLowerCase()}`, kind, name: parameter };
  }
  const kind = String(scheme['scheme']).toLowerCase() === 'basic' ? 'basic' : 'bearer';
  return { ...common, key: `${kind} ${name}`, kind, name };
}
