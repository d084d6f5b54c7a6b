import type { Answer } from './answer.js';
import type { Conversation, RawPart } from './conversation.js';
import type { SentRequest } from './sent-request.js';

/** Any server that can be asked: each request is answered as over HTTP. */
export type FetchFunction = (request: Request) => Response | Promise<Response>;

/** What carries requests to the audited server. */
export interface Transport {
  /** The server, for a person to read. */
  readonly name: string;
  readonly send: (request: SentRequest, signal: AbortSignal) => Promise<Answer>;
  /** Missing where there is no connection of our own. */
  readonly converse?:
    | ((parts: readonly RawPart[], signal: AbortSignal) => Promise<Conversation>)
    | undefined;
}

/** Headers for every request, as for authentication. */
export type ExtraHeaders = readonly (readonly [string, string])[];
