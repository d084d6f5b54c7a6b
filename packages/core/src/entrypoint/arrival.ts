import type { InstrumentedRequest } from '../context/instrumentation.js';
import type { HttpRequest } from '../exchange/http-request.js';

/** An HTTP request to an entrypoint, or to the route of one of its methods. */
export interface Arrival {
  readonly request: HttpRequest;
  /** The method whose own route the request came to. */
  readonly routeMethod: string | undefined;
  /** What instrumentation sees of the request; undefined where there is none. */
  readonly seen:
    | { -readonly [Key in keyof InstrumentedRequest]: InstrumentedRequest[Key] }
    | undefined;
}
