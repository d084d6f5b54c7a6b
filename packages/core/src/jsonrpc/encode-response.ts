import { isObject } from '../options/describe-value.js';
import type { JsonRpcErrorObject } from './response.js';
import type { RequestId } from './request.js';

/**
 * A response whose result or error is already encoded as JSON. The responses of a batch are joined
 * later, in a separate loop, so that this loop and the one over the calls each fit into the instruction
 * cache.
 */
export type EncodedResponse = EncodedResult | EncodedError;

/** The response to a call that has succeeded. */
export interface EncodedResult {
  /** The call has succeeded. */
  readonly kind: 'result';
  /** The id of the request. */
  readonly id: RequestId | null;
  /** The JSON of the result, or a value that a template literal converts to its JSON. */
  readonly json: string | number | boolean | null;
}

/** The response to a call that has failed. */
export interface EncodedError {
  /** The call has failed. */
  readonly kind: 'error';
  /** The id of the request; null if it has no valid id. */
  readonly id: RequestId | null;
  /** The JSON of the error object. */
  readonly json: string;
  /** The error object. */
  readonly error: JsonRpcErrorObject;
}

/** Returns the type of an encoded result, as far as its JSON begins with it. */
export function jsonTypeOf({ json }: EncodedResult): 'object' | 'string' | 'other' {
  if (typeof json !== 'string') return 'other';
  if (/^\s*\{/.test(json)) return 'object';
  return json.startsWith('"') ? 'string' : 'other';
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

function stringifyMembers({ id, kind, json }: EncodedResponse): string {
  const idText = typeof id === 'string' ? JSON.stringify(id) : `${id}`;
  return kind === 'result' ? `${idText},"result":${json}` : `${idText},"error":${json}`;
}

/** @throws TypeError if the result can't be encoded: a BigInt, a cycle, a function or a symbol */
export function encodeResult(id: RequestId | null, result: unknown): EncodedResult {
  const json = result === undefined ? null : encodeValue(result);
  if (json === undefined)
    throw new TypeError(`The result can't be encoded as JSON, because it is a ${typeof result}`);
  return { kind: 'result', id, json };
}

/** @throws TypeError if `error.data` can't be encoded */
export function encodeError(
  id: RequestId | null,
  { code, message, data }: JsonRpcErrorObject,
): EncodedError {
  const error = data === undefined ? { code, message } : { code, message, data };
  return { kind: 'error', id, json: JSON.stringify(error), error };
}

/** Returns undefined for a function, a symbol or undefined, which JSON can't represent. */
function encodeValue(value: unknown): EncodedResult['json'] | undefined {
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

/** The limits of an entrypoint's responses, in bytes. */
export interface ResponseLimits {
  readonly maxResultBytes: number;
  readonly maxResponseBytes: number;
}

/** Counts the bytes of a message's responses, for `maxResultBytes` and `maxResponseBytes`. */
export class ResponseBudget {
  readonly #limits: ResponseLimits;
  #spent = 0;
  /** Whether the responses have reached `maxResponseBytes`. */
  isFull = false;

  constructor(limits: ResponseLimits) {
    this.#limits = limits;
  }

  /** Counts a response. Returns the name of the limit that it exceeds; undefined if it exceeds none. */
  charge(response: EncodedResponse): string | undefined {
    const bytes = measureResponse(response);
    if (bytes > this.#limits.maxResultBytes) return 'maxResultBytes';
    this.isFull ||= this.#spent + bytes > this.#limits.maxResponseBytes;
    if (this.isFull) return 'maxResponseBytes';
    this.#spent += bytes;
    return undefined;
  }

  /** Takes back the bytes of a response that isn't sent. Undefined for a call without one. */
  refund(response: EncodedResponse | undefined): void {
    if (response !== undefined) this.#spent -= measureResponse(response);
  }
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
  if (isObject(value)) texts.set(freezeJson(value), text);
  return value;
}

/** Returns the text of a value from {@link parseEncodedJson}, or undefined for any other value. */
function encodedText(value: unknown): string | undefined {
  return isObject(value) ? texts.get(value) : undefined;
}

/** Freezes a value of `JSON.parse()` with everything in it. */
export function freezeJson<T>(value: T): T {
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isObject(next)) continue;
    Object.freeze(next);
    for (const member of Object.values(next)) open.push(member);
  }
  return value;
}
