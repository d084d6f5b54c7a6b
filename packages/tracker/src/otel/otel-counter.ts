import {
  type Attributes,
  type Counter,
  type MeterProvider,
  type MetricOptions,
  metrics,
} from '@opentelemetry/api';

/** The name of the meter and of the tracer. */
export const SCOPE = '@jsonrpc-kit/tracker';

type Provider = Pick<MeterProvider, 'getMeter'>;

/** A counter of the given meter provider, or of the global one, which may be registered later. */
export class OtelCounter {
  readonly #name: string;
  readonly #options: MetricOptions;
  readonly #given: Provider | undefined;
  #provider: Provider | undefined;
  #counter: Counter | undefined;

  constructor(name: string, options: MetricOptions, provider: Provider | undefined) {
    this.#name = name;
    this.#options = options;
    this.#given = provider;
  }

  count(attributes: Attributes): void {
    // Unlike a global tracer, a global meter doesn't switch to a provider that is registered later.
    const provider = this.#given ?? metrics.getMeterProvider();
    if (provider !== this.#provider || this.#counter === undefined) {
      this.#provider = provider;
      this.#counter = provider.getMeter(SCOPE).createCounter(this.#name, this.#options);
    }
    this.#counter.add(1, attributes);
  }
}
