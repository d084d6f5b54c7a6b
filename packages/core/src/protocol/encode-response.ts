import { encodedText } from './encoded-json.js';
import type { JsonRpcErrorObject } from './json-rpc-response.js';
import type { RequestId } from './request-id.js';

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
