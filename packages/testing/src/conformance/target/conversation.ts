import type { Answer } from './answer.js';
import { describeRequest, type SentRequest } from './sent-request.js';

/**
 * What follows a request: `answer`, another one when its answer has come; `last`, the server closes
 * after its answer; `end`, nothing more is sent, which the server is told.
 */
export type RawEnding = 'answer' | 'last' | 'end';

/**
 * A request written to a connection as it stands: `content-length` and whatever else HTTP needs,
 * but for the host, is up to the case.
 */
export interface RawPart extends Omit<SentRequest, 'body'> {
  /** May be empty. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** What follows it on the connection. */
  readonly ending: RawEnding;
}

/** What came over a connection. */
export interface Conversation {
  /** One for each part; undefined where the connection ended before the answer was complete. */
  readonly answers: readonly (Answer | undefined)[];
  /** What came after the last answer. */
  readonly surplus: Uint8Array;
}

/** A part that is followed by others, with a right `content-length` where it names none itself. */
export function rawPart(request: SentRequest, ending: RawEnding = 'answer'): RawPart {
  const { body = new Uint8Array(), headers } = request;
  const framed = headers.some(
    ([name]) => name === 'content-length' || name === 'transfer-encoding',
  );
  const length = ['content-length', String(body.length)] as const;
  const close = ending === 'last' ? [['connection', 'close'] as const] : [];
  return { ...request, body, headers: [...headers, ...(framed ? [] : [length]), ...close], ending };
}

export function describeConversation(parts: readonly RawPart[]): string {
  return parts.map(describeRequest).join(' ⏎ ');
}
