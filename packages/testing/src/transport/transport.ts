import type { TestAnswer } from '../client/test-answer.js';

/** A request as it goes to an app, with nothing left to be decided. */
export interface SentRequest {
  readonly verb: string;
  /** Absolute; where no socket is opened its host means nothing. */
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Uint8Array | undefined;
}

/** A way into an app. */
export interface Transport {
  send(request: SentRequest): Promise<TestAnswer>;
  /** Closes what it has opened itself, and nothing else. */
  close(): Promise<void>;
}
