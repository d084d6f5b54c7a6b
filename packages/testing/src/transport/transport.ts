import type { TestResponse } from './test-response.js';

/** A request that is ready to be sent. */
export interface SentRequest {
  readonly verb: string;
  /** An absolute URL. Only apps with `fetch()` see its host. */
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Uint8Array | undefined;
}

/** Sends requests to an app. */
export interface Transport {
  send(request: SentRequest): Promise<TestResponse>;
  /** Closes the sockets that the transport has opened, but not the app. */
  close?(): Promise<void>;
}
