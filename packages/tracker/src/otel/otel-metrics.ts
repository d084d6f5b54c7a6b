import type { HttpResponse, JsonRpcContext, Measurement } from '@jsonrpc-kit/core';
import type { EntrypointInfo } from '@jsonrpc-kit/core/types';
import { readGauges } from '@jsonrpc-kit/core/internal';
import {
  type BatchObservableCallback,
  type Counter,
  createNoopMeter,
  type Histogram,
  type Meter,
  type MeterProvider,
  metrics,
  type Observable,
} from '@opentelemetry/api';
import {
  type Attributes,
  callName,
  type Failure,
  failureAttributes,
  IDEMPOTENCY_OUTCOME,
  methodAttributes,
  methodOf,
} from '../conventions/semantic-conventions.js';
import { METRICS } from './metric-table.js';

/** The name of the meter and of the tracer. */
export const SCOPE = '@jsonrpc-kit/tracker';

type Provider = Pick<MeterProvider, 'getMeter'>;

/** Codes that handlers choose at run time become one series when a method has so many others. */
const MAX_ERROR_TYPES = 100;

/** The instruments of a meter provider. */
interface Instruments {
  readonly duration: Histogram;
  readonly requestSize: Histogram;
  readonly responseSize: Histogram;
  readonly counters: Map<string, Counter>;
  readonly meter: Meter;
}

/**
 * Records metrics with the given meter provider, or with the global one, which may be registered later.
 * Does nothing without a provider.
 */
export class OtelMetrics {
  readonly #given: Provider | undefined;
  #provider: Provider | undefined;
  #instruments: Instruments | undefined;
  readonly #running = new Map<string, number>();
  /** The attributes of calls, by the name of the method and the type of the error. */
  readonly #attributes = new Map<string, Map<string, Attributes>>();

  constructor(provider: Provider | undefined) {
    this.#given = provider;
    this.#current();
  }

  /** Whether there is a provider. */
  get isEnabled(): boolean {
    return this.#current() !== undefined;
  }

  startCall({ entrypoint: { path } }: JsonRpcContext): void {
    this.#running.set(path, (this.#running.get(path) ?? 0) + 1);
  }

  /** @param seconds since the call has started */
  endCall(call: JsonRpcContext, { seconds, failure, repetition }: EndedCall): void {
    const { path } = call.entrypoint;
    this.#running.set(path, (this.#running.get(path) ?? 1) - 1);
    const instruments = this.#current();
    if (instruments === undefined) return;
    const attributes = this.#attributesOf(call, failure);
    instruments.duration.record(seconds, attributes);
    if (call.request !== undefined && call.request.id === undefined) {
      this.count({ name: 'jsonrpc.server.notifications', value: 1, attributes });
    }
    if (repetition === undefined) return;
    this.count({
      name: 'jsonrpc.idempotency.repeated_calls',
      value: 1,
      attributes: { [IDEMPOTENCY_OUTCOME]: repetition, 'rpc.method': callName(call) },
    });
  }

  /**
   * Counts a message whose calls did not run.
   *
   * @param reason the name of the reason, or the HTTP status if the body was not read
   */
  countRejected({ path }: EntrypointInfo, reason: string | number): void {
    this.count({
      name: 'jsonrpc.server.rejected_messages',
      value: 1,
      attributes: {
        'jsonrpc.entrypoint': path,
        'jsonrpc.rejection': typeof reason === 'number' ? `http-${reason}` : reason,
      },
    });
  }

  countTask(call: JsonRpcContext): void {
    const attributes = { 'rpc.method': callName(call) };
    this.count({ name: 'jsonrpc.server.background_tasks', value: 1, attributes });
  }

  /** Records the sizes of an HTTP request and its response. */
  endRequest(
    { path }: EntrypointInfo,
    requestBytes: number | undefined,
    { body }: HttpResponse,
  ): void {
    const instruments = this.#current();
    if (instruments === undefined) return;
    const attributes = { 'jsonrpc.entrypoint': path };
    if (requestBytes !== undefined) instruments.requestSize.record(requestBytes, attributes);
    if (body !== undefined) instruments.responseSize.record(byteLength(body), attributes);
  }

  count({ name, value, attributes }: Measurement): void {
    const instruments = this.#current();
    if (instruments === undefined) return;
    let counter = instruments.counters.get(name);
    if (counter === undefined) {
      counter = instruments.meter.createCounter(name, METRICS[name]);
      instruments.counters.set(name, counter);
    }
    counter.add(value, attributes);
  }

  /** Returns the instruments of the current provider, and creates them first; undefined without a provider. */
  #current(): Instruments | undefined {
    // Unlike a global tracer, a global meter doesn't switch to a provider that is registered later.
    const provider = this.#given ?? metrics.getMeterProvider();
    if (provider !== this.#provider) {
      this.#provider = provider;
      const meter = provider.getMeter(SCOPE);
      this.#instruments = meter === createNoopMeter() ? undefined : this.#create(meter);
    }
    return this.#instruments;
  }

  #create(meter: Meter): Instruments {
    const observed = new Map<string, Observable>();
    for (const [name, { kind, isObserved, ...options }] of Object.entries(METRICS)) {
      if (kind === 'gauge') observed.set(name, meter.createObservableUpDownCounter(name, options));
      else if (isObserved) observed.set(name, meter.createObservableCounter(name, options));
    }
    const observe: BatchObservableCallback = (result) => {
      for (const { name, value, attributes } of [...readGauges(), ...this.#runningCalls()]) {
        const instrument = observed.get(name);
        if (instrument !== undefined) result.observe(instrument, value, attributes);
      }
    };
    meter.addBatchObservableCallback(observe, [...observed.values()]);
    const histogram = (name: string): Histogram => meter.createHistogram(name, METRICS[name]);
    return {
      duration: histogram('rpc.server.call.duration'),
      requestSize: histogram('jsonrpc.server.request.size'),
      responseSize: histogram('jsonrpc.server.response.size'),
      counters: new Map(),
      meter,
    };
  }

  #runningCalls(): readonly Measurement[] {
    return Array.from(this.#running, ([path, value]) => ({
      name: 'jsonrpc.server.running_calls',
      value,
      attributes: { 'jsonrpc.entrypoint': path },
    }));
  }

  /** Returns the same object for equal calls, because it would be the largest part of the garbage. */
  #attributesOf(call: JsonRpcContext, failure: Failure | undefined): Attributes {
    const method = methodOf(call) ?? '';
    let byType = this.#attributes.get(method);
    if (byType === undefined) this.#attributes.set(method, (byType = new Map()));
    const known = byType.get(failure?.type ?? '');
    if (known !== undefined) return known;
    const isNew = byType.size < MAX_ERROR_TYPES;
    const attributes = methodAttributes(call);
    if (failure !== undefined) {
      Object.assign(attributes, isNew ? failureAttributes(failure) : { 'error.type': '_OTHER' });
    }
    if (isNew) byType.set(failure?.type ?? '', attributes);
    return attributes;
  }
}

/** The end of a call. */
export interface EndedCall {
  /** Since the request was received, or since a call of a batch has started. */
  readonly seconds: number;
  readonly failure: Failure | undefined;
  /** What a call with a repeated idempotency key got; undefined for other calls. */
  readonly repetition: string | undefined;
}

const encoder = new TextEncoder();

function byteLength(body: string | Uint8Array): number {
  if (typeof body !== 'string') return body.length;
  // ASCII needs one byte for each character.
  return /[\u0080-\uffff]/.test(body) ? encoder.encode(body).length : body.length;
}
