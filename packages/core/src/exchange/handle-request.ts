import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { BoundEntrypoint } from '../call/bound-entrypoint.js';
import { runMessage } from '../call/run-message.js';
import { activeInstrumentation, instrumentation, withHooks } from '../context/instrumentation.js';
import { acceptsEvents, checkRequest } from '../http/check-request.js';
import type { HttpRequest } from '../http/http-request.js';
import type { HttpResponse } from '../http/http-response.js';
import type { Logger } from '../logging/logger.js';
import type { Carrier, ProgressOutput } from '../message/carrier.js';
import type { Subscriber } from '../message/subscriber.js';
import { rejectBody, rejectRequest, respondToFailure } from './rejections.js';
import { respond } from './respond.js';
import { StreamedMessage } from './streamed-message.js';

/**
 * Handles one HTTP request to an entrypoint, inside the instrumentation of the process. Never rejects.
 *
 * @param pathMethod the method's name in the URL `{path}/{method}`; undefined for a request to the
 *   entrypoint's own path
 */
export function handleRequest(
  bound: BoundEntrypoint,
  request: HttpRequest,
  pathMethod?: string,
): MaybePromise<HttpResponse> {
  const carrier = new HttpCarrier(request);
  if (instrumentation === undefined) return handle(bound, carrier, pathMethod);
  const { path: route } = bound.entrypoint;
  return withRequestHooks(bound, { carrier, route }, () => handle(bound, carrier, pathMethod));
}

/** An HTTP request whose response the core or a plugin creates. */
interface TracedRequest {
  /** The carrier that the `request` hooks receive. */
  readonly carrier: HttpCarrier;
  /** The route of the request, for traces. */
  readonly route: string;
}

/** Runs the work inside the `request` hooks of the instrumentation. */
export function withRequestHooks(
  bound: BoundEntrypoint,
  { carrier, route }: TracedRequest,
  respondTo: () => MaybePromise<HttpResponse>,
): MaybePromise<HttpResponse> {
  const active = activeInstrumentation(bound.logger);
  const request = { httpRequest: carrier.http, carrier, entrypoint: bound.entrypoint, route };
  return withHooks(bound, active, (hooks, run) => hooks.request?.(request, run), respondTo);
}

/**
 * The stages of an HTTP request. The body becomes a message, and the outcome of the message becomes the
 * response. Only promises are awaited, so that calls start before an `api.close()` in the same turn of
 * the event loop.
 */
async function handle(
  bound: BoundEntrypoint,
  carrier: HttpCarrier,
  pathMethod: string | undefined,
): Promise<HttpResponse> {
  const { http: request } = carrier;
  try {
    const rejection = checkRequest(request);
    if (rejection !== undefined) return rejectRequest(rejection);

    const reading = request.readBody(bound.bodyLimits);
    const body = isPromise(reading) ? await reading : reading;
    if (body.kind !== 'text' && body.kind !== 'value' && body.kind !== 'not-utf-8') {
      return rejectBody(body, bound);
    }

    if (acceptsEvents(request.header('accept'))) {
      carrier.streamed = new StreamedMessage(bound, request);
    }
    const running = runMessage(bound, { carrier, body, pathMethod });
    if (carrier.streamed !== undefined) return await carrier.streamed.respond(carrier, running);
    return respond(bound, carrier, isPromise(running) ? await running : running);
  } catch (error) {
    return respondToFailure(bound, carrier, error);
  }
}

/** The carrier of a message that is the body of an HTTP request. */
export class HttpCarrier implements Carrier {
  readonly kind: Carrier['kind'] = 'http';
  readonly http: HttpRequest;
  /** Undefined if the client accepts no events. */
  streamed: StreamedMessage | undefined;

  constructor(http: HttpRequest) {
    this.http = http;
  }

  header(name: string): string | undefined {
    return this.http.header(name);
  }

  get signal(): AbortSignal {
    return this.streamed?.signal ?? this.http.signal;
  }

  get subscriber(): Subscriber | undefined {
    return this.streamed?.subscriber;
  }

  get progress(): ProgressOutput | undefined {
    return this.streamed;
  }

  get logger(): Logger | undefined {
    return this.http.logger;
  }
}
