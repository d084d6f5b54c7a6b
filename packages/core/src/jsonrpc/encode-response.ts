import type { JsonRpcErrorObject } from './response.js';
import type { RequestId } from './request.js';

/**
 * A response whose result nothing can change any more. Text is made of it with all others of its
 * batch: that loop and the one over the calls then fit into the instruction cache, each by itself.
 */
export interface EncodedResponse {
  readonly id: RequestId | null;
  readonly member: 'result' | 'error';
  /** The member's JSON, or a value whose JSON is what a template makes of it. */
  readonly json: string | number | boolean | null;
}

/** The members in the specification's order. */
export function textOfResponse(response: EncodedResponse): string {
  return `${HEAD}${withoutHead(response)}}`;
}

/** There is at least one. */
export function textOfBatch(responses: readonly EncodedResponse[]): string {
  const texts = responses.map(withoutHead);
  // Put around the joined text instead, they would have all of it copied once more.
  texts[0] = `[${HEAD}${texts[0]}`;
  texts.push(`${texts.pop()}}]`);
  // What is the same for all goes in between: two strings less for each of them.
  return texts.join(`},${HEAD}`);
}

const HEAD = '{"jsonrpc":"2.0","id":';

function withoutHead({ id, member, json }: EncodedResponse): string {
  const idText = typeof id === 'string' ? JSON.stringify(id) : `${id}`;
  return member === 'result' ? `${idText},"result":${json}` : `${idText},"error":${json}`;
}

/** @throws TypeError where JSON can't carry the result: a BigInt, a cycle, a function, a symbol. */
export function encodeResult(id: RequestId | null, result: unknown): EncodedResponse {
  const json = result === undefined ? null : encodeValue(result);
  if (json === undefined) throw new TypeError(`JSON can't carry a ${typeof result}`);
  return { id, member: 'result', json };
}

/** @throws TypeError where JSON can't carry `error.data`. */
export function encodeError(
  id: RequestId | null,
  { code, message, data }: JsonRpcErrorObject,
): EncodedResponse {
  const json = JSON.stringify(data === undefined ? { code, message } : { code, message, data });
  return { id, member: 'error', json };
}

/** Undefined for what JSON has no notation for. */
function encodeValue(value: unknown): EncodedResponse['json'] | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean' || value === null) return value;
  return encodedText(value) ?? JSON.stringify(value);
}

/** The members `jsonrpc` and `id` of a response without the id, its braces, and a comma. */
const FRAME_BYTES = 40;

/** The bytes of one response on the wire, to a few bytes. */
export function sizeOfResponse({ id, json }: EncodedResponse): number {
  const idBytes = typeof id === 'string' ? utf8Length(id) : 16;
  return FRAME_BYTES + idBytes + (typeof json === 'string' ? utf8Length(json) : 16);
}

const NOT_ASCII = /[\u0080-\uffff]/;

/** The length of a text in UTF-8, without encoding it. */
function utf8Length(text: string): number {
  // Takes less than half of the loop's time, which was longer than that of `JSON.stringify()`.
  if (!NOT_ASCII.test(text)) return text.length;
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // A surrogate is half of a character of four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

const texts = new WeakMap<object, string>();

/**
 * Parses a JSON text into a value whose encoding is this text: a response with the value as its
 * result is encoded without another look at it. The value is frozen, so that the two can't differ.
 *
 * For results that are large and the same for every call, as an API schema.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function parseEncodedJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isObject(value)) texts.set(deepFreeze(value), text);
  return value;
}

/** The text that {@link parseEncodedJson} parsed this value from; undefined for any other value. */
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
