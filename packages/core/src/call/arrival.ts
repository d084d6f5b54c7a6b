import type { InstrumentedRequest } from '../context/instrumentation.js';
import type { DependencyOverrides } from '../di/dependency-overrides.js';
import type { HttpRequest } from '../http/http-request.js';
import type { Endpoint } from './endpoint.js';

/** How a request has reached its entrypoint. */
export interface RouteOptions {
  /** The method whose own route received the request. */
  readonly routeMethod?: string | undefined;
  /** Replacements for this request only, which then is a job and not charged for the rate limit. */
  readonly jobOverrides?: DependencyOverrides | undefined;
}

/** An HTTP request as it arrives at an entrypoint. */
export interface Arrival extends RouteOptions {
  readonly endpoint: Endpoint;
  readonly request: HttpRequest;
  /** What instrumentation sees of the request; undefined without instrumentation. */
  readonly instrumentedRequest?:
    | { -readonly [Key in keyof InstrumentedRequest]: InstrumentedRequest[Key] }
    | undefined;
}
