import type { InstrumentedRequest } from '../context/instrumentation.js';
import type { DependencyOverrides } from '../di/dependency-overrides.js';
import type { HttpRequest } from '../http/http-request.js';
import type { Endpoint } from './endpoint.js';

/** How a request reached its entrypoint. */
export interface RouteOptions {
  /**
   * The method name in the path `{path}/{method}`; undefined for a request to the entrypoint's own
   * path.
   */
  readonly routeMethod?: string | undefined;
  /**
   * The overrides of a job, which isn't charged for the rate limit; undefined for any other request.
   */
  readonly jobOverrides?: DependencyOverrides | undefined;
}

/** An HTTP request as it arrives at an entrypoint. */
export interface Arrival extends RouteOptions {
  readonly endpoint: Endpoint;
  readonly request: HttpRequest;
  /** The view of the request for instrumentation; undefined without instrumentation. */
  readonly instrumentedRequest?:
    | { -readonly [Key in keyof InstrumentedRequest]: InstrumentedRequest[Key] }
    | undefined;
}
