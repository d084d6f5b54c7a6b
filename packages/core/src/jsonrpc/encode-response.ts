import type { JsonRpcErrorObject } from './response.js';
import type { RequestId } from './request.js';

/**
 * A response whose result or error is already encoded as JSON. The responses of a batch are joined
 * later, in a separate loop, so that this loop and the one over the calls each fit into the instruction
 * cache.
 */
export interface EncodedResponse {
  readonly id: RequestId | null;
  readonly member: 'result' | 'error';
  /** The JSON of the member, or a value that a template literal converts to its JSON. */
  readonly json: string | number | boolean | null;
}

/** Returns the JSON of a response. */
export function stringifyResponse(response: EncodedResponse): string {
  return `${HEAD}${stringifyMembers(response)}}`;
}

/**
 * Returns the JSON of a batch.
 *
 * @param responses at least one
 */
export function stringifyBatch(responses: readonly EncodedResponse[]): string {
  const texts = responses.map(stringifyMembers);
  // Brackets around the joined text would copy all of it.
  texts[0] = `[${HEAD}${texts[0]}`;
  texts.push(`${texts.pop()}}]`);
  // The separator contains the text that all responses share, which saves two strings per response.
  return texts.join(`},${HEAD}`);
}

const HEAD = '{"jsonrpc":"2.0","id":';

function stringifyMembers({ id, member, json }: EncodedResponse): string {
  const idText = typeof id === 'string' ? JSON.stringify(id) : `${id}`;
  return member === 'result' ? `${idText},"result":${json}` : `${idText},"error":${json}`;
}

/** @throws TypeError if the result can't be encoded: a BigInt, a cycle, a function or a symbol */
export function encodeResult(id: RequestId | null, result: unknown): EncodedResponse {
  const json = result === undefined ? null : encodeValue(result);
  if (json === undefined)
    throw new TypeError(`The result can't be encoded as JSON, because it is a ${typeof result}`);
  return { id, member: 'result', json };
}

/** @throws TypeError if `error.data` can't be encoded */
export function encodeError(
  id: RequestId | null,
  { code, message, data }: JsonRpcErrorObject,
): EncodedResponse {
  const json = JSON.stringify(data === undefined ? { code, message } : { code, message, data });
  return { id, member: 'error', json };
}

/** Returns undefined for a function, a symbol or undefined, which JSON can't represent. */
function encodeValue(value: unknown): EncodedResponse['json'] | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean' || value === null) return value;
  return encodedText(value) ?? JSON.stringify(value);
}

/**
 * The size of a response without the values of the id and the result: member names, braces and a comma.
 */
const FRAME_BYTES = 40;

/** Returns the approximate number of bytes of a response on the wire. */
export function measureResponse({ id, json }: EncodedResponse): number {
  const idBytes = typeof id === 'string' ? utf8ByteLength(id) : 16;
  return FRAME_BYTES + idBytes + (typeof json === 'string' ? utf8ByteLength(json) : 16);
}

const NOT_ASCII = /[\u0080-\uffff]/;

/** Returns the number of bytes that a text has in UTF-8, without encoding it. */
function utf8ByteLength(text: string): number {
  // For ASCII, the regular expression takes less than half the time of the loop.
  if (!NOT_ASCII.test(text)) return text.length;
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // A surrogate is half of a character with four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

const texts = new WeakMap<object, string>();

/**
 * Parses a JSON text and remembers the text. If a method returns the parsed value as its result, the
 * response reuses the text instead of encoding the value. The value is frozen, so it always matches the
 * text.
 *
 * Use it for large results that are the same for every call, such as an API schema.
 *
 * @throws SyntaxError if the text isn't JSON
 */
export function parseEncodedJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isObject(value)) texts.set(deepFreeze(value), text);
  return value;
}

/** Returns the text of a value from {@link parseEncodedJson}, or undefined for any other value. */
function encodedText(value: unknown): string | undefined {
  return isObject(value) ? texts.get(value) : undefined;
}

function deepFreeze(value: object): object {
  for (const member of Object.values(value)) {
    if (isObject(member)) deepFreeze(member);
  }
  return Object.freeze(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
