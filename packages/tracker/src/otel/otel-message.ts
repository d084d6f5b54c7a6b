import type { Carrier, HttpResponse, JsonRpcContext } from '@jsonrpc-kit/core';
import type { ConnectionInfo, InstrumentedMessage } from '@jsonrpc-kit/core/types';
import {
  context,
  type Context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import {
  callAttributes,
  callName,
  connectionAttributes,
  type Failure,
  messageAttributes,
  messageName,
  RPC_SYSTEM,
} from '../conventions/semantic-conventions.js';

/**
 * A message and its span, which is also the span of its HTTP request. A single call shares this span, so
 * that a backend counts the call once. Each call of a batch has a span below it.
 */
export class OtelMessage {
  /**
   * The parent context of the calls; undefined without a tracer. Kept because a call may start in the
   * asynchronous context of another message.
   */
  readonly context: Context | undefined;
  /** Replaced when the body of an HTTP request has been read. */
  message: InstrumentedMessage;
  /** When the message was received, on the clock of `performance.now()`. */
  readonly startTime: number = performance.now();
  readonly #tracer: Tracer | undefined;
  /** Undefined if HTTP is instrumented, so that the HTTP request already has a span. */
  readonly #ownSpan: Span | undefined;
  #state: 'without-call' | 'calling' | 'called' = 'without-call';
  #hasEnded = false;

  constructor(tracer: Tracer | undefined, message: InstrumentedMessage) {
    this.message = message;
    this.#tracer = tracer;
    if (tracer === undefined) return;
    const { carrier } = message;
    const isJob = carrier.http === undefined;
    const { connection } = carrier;
    // A job only belongs to the trace that was stored with it, wherever its queue is polled. A message of a
    // connection begins a trace, because one trace with all messages would have no end.
    const active = isJob || connection !== undefined ? ROOT_CONTEXT : context.active();
    const span = trace.getSpanContext(active);
    if (span !== undefined && span.isRemote !== true) {
      this.context = active;
      return;
    }
    const caller = propagation.extract(active, carrier, HEADER_GETTER);
    const parent = connection === undefined ? caller : ROOT_CONTEXT;
    const kind = isJob ? SpanKind.CONSUMER : SpanKind.SERVER;
    const { startTime } = this;
    const options = {
      kind,
      startTime,
      attributes: messageAttributes(message),
      links:
        connection === undefined ? [] : connectionLinks(tracer, connection, { message, caller }),
    };
    this.#ownSpan = tracer.startSpan(RPC_SYSTEM, options, parent);
    this.context = trace.setSpan(parent, this.#ownSpan);
  }

  get isSingle(): boolean {
    return this.message.kind === 'single';
  }

  /**
   * Returns the context of a call with its span: that of the message for a single call, otherwise a new
   * one. Undefined without a tracer.
   */
  startCall(call: JsonRpcContext): Context | undefined {
    const { context: parent } = this;
    const span = parent && this.#startSpan(call, parent);
    return span && trace.setSpan(parent, span);
  }

  #startSpan(call: JsonRpcContext, parent: Context): Span | undefined {
    const own = this.#ownSpan;
    // A notification may start after the span of its message has ended.
    if (own !== undefined && this.isSingle && !this.#hasEnded) {
      this.#state = 'calling';
      own.updateName(callName(call));
      return own.setAttributes(callAttributes(call));
    }
    const options = { kind: SpanKind.SERVER, attributes: callAttributes(call) };
    // A call of a batch may have waited for those before it.
    const timed = this.isSingle ? { ...options, startTime: this.startTime } : options;
    return this.#tracer?.startSpan(callName(call), timed, parent);
  }

  /** Ends the span of a call. That of a single call ends with its message. */
  endCall(span: Span): void {
    if (span !== this.#ownSpan) {
      span.end();
      return;
    }
    this.#state = 'called';
    if (this.#hasEnded) span.end();
  }

  /** Ends the span of an HTTP request. */
  endRequest({ status }: HttpResponse): void {
    if (status >= 500) this.#fail({ type: String(status), message: `HTTP ${status}` });
    this.#ownSpan?.setAttribute('http.response.status_code', status);
    this.#end();
  }

  /** Ends the span of a tool call or a job. */
  endMessage(failure: Failure | undefined): void {
    if (failure !== undefined) this.#fail(failure);
    this.#end();
  }

  #end(): void {
    this.#hasEnded = true;
    if (this.#state === 'without-call')
      this.#ownSpan?.updateName(messageName(this.message, undefined));
    // The response doesn't wait for a notification.
    if (this.#state !== 'calling') this.#ownSpan?.end();
  }

  #fail({ type, message }: Pick<Failure, 'type' | 'message'>): void {
    this.#ownSpan?.setStatus({ code: SpanStatusCode.ERROR, message });
    // The call knows the type of its failure better.
    if (this.#state === 'without-call') this.#ownSpan?.setAttribute('error.type', type);
  }
}

/** The spans of connections, which the spans of their messages link to. */
const connectionSpans = new WeakMap<ConnectionInfo, Link>();

/**
 * Returns a link to the span of a connection, which is created for its first message. The span ends at once, because
 * most backends only show spans that have ended. It continues the trace of the request that opened the connection.
 */
function connectionLinks(
  tracer: Tracer,
  connection: ConnectionInfo,
  { message, caller }: { readonly message: InstrumentedMessage; readonly caller: Context },
): Link[] {
  const known = connectionSpans.get(connection);
  if (known !== undefined) return [known];
  const attributes = connectionAttributes(connection, message);
  // Not a server span, which backends would count as a request.
  const options = { kind: SpanKind.INTERNAL, startTime: connection.openedAt, attributes };
  const span = tracer.startSpan(`${RPC_SYSTEM} connection`, options, caller);
  span.end(connection.openedAt);
  const link = { context: span.spanContext() };
  connectionSpans.set(connection, link);
  return [link];
}

const HEADER_GETTER: TextMapGetter<Carrier> = {
  get: (carrier, name) => carrier.header(name.toLowerCase()),
  // A carrier can't list the names of headers, but trace propagators don't need them.
  keys: () => [],
};
