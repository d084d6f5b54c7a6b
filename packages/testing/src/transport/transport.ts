import type { TestResponse } from './test-response.js';

/** A request that is ready to be sent. */
export interface SentRequest {
  readonly verb: string;
  /** An absolute URL, whose host only matters to apps of `fetch`. */
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Uint8Array | undefined;
}

/** Sends requests to an app. */
export interface Transport {
  send(request: SentRequest): Promise<TestResponse>;
  /** Closes what the transport has opened, not the app. */
  close(): Promise<void>;
}
