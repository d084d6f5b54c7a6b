import { settlesWithin } from '../async/timers.js';
import { type HttpResponse, jsonResponse } from '../http/http-response.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { isObject } from '../options/describe-value.js';
import { isFunction, type OptionKind, positive, text } from '../options/option-kind.js';
import { adapterApi } from './adapter-api.js';
import type { AdapterApi } from './api-host.js';
import type { Api } from './api.js';

/** Options of {@link serveHealth}. */
export interface HealthOptions {
  /** The path of the check whether the process lives. Default: `'/live'`. */
  readonly livePath?: string | undefined;
  /** The path of the check whether the process is ready for calls. Default: `'/ready'`. */
  readonly readyPath?: string | undefined;
  /**
   * Functions that throw or reject if the process can't serve calls, by their names in the response.
   * Default: none. The resources of the api and a shutdown are always checked.
   */
  readonly checks?: Readonly<Record<string, () => unknown>> | undefined;
  /** Milliseconds after which a check has failed. Default: 1,000. */
  readonly timeout?: number | undefined;
  /** Milliseconds for which a result is used again, however many requests there are. Default: 1,000. */
  readonly maxAge?: number | undefined;
}

const functions: OptionKind = {
  is: (value) => isObject(value) && Object.values(value).every(isFunction),
  must: 'an object of functions',
};

const KINDS: OptionKinds<HealthOptions> = {
  livePath: text,
  readyPath: text,
  checks: functions,
  timeout: positive,
  maxAge: positive,
};

/**
 * Adds two pages for load balancers and orchestrators. `/live` responds with 200 while the process can
 * respond at all. `/ready` responds with 200 if the api isn't shutting down, the resources that its
 * methods need are open, and all checks pass; otherwise with 503. Both respond on any `Host`, and until
 * the server closes.
 *
 * ```ts
 * serveHealth(api, { checks: { disk: () => access('/data', constants.W_OK) } });
 * ```
 *
 * @throws TypeError or RangeError if an option is invalid, a path is in use, or the api is mounted
 */
export function serveHealth(api: Api, options: HealthOptions = {}): void {
  const host = adapterApi(api, 'serveHealth()');
  checkOptions('serveHealth()', options, KINDS);
  const { livePath = '/live', readyPath = '/ready', checks = {} } = options;
  const { timeout = 1_000, maxAge = 1_000 } = options;
  const common = { timeout, maxAge, logger: host.logger };
  const running = Object.entries(checks).map(
    ([name, check]) => new HealthCheck({ ...common, name, check }),
  );
  // No call tries to open a resource again while the load balancer sends calls to other processes.
  const reopening = new HealthCheck({
    ...common,
    name: 'resources',
    check: () => host.reopenResources(),
  });
  const isHealthCheck = true;
  const handle = (): HttpResponse => healthResponse({ process: 'ok' });
  host.addPage({ isHealthCheck, path: livePath, handle });
  host.addPage({
    isHealthCheck,
    path: readyPath,
    handle: async () => {
      await reopening.state();
      const states = running.map(async (one) => [one.name, await one.state()] as const);
      return healthResponse({
        api: api.isShuttingDown ? 'shutting down' : 'ok',
        resources: Object.fromEntries(
          host.resourceStates().map(([name, isOpen]) => [name, isOpen ? 'ok' : 'not open']),
        ),
        checks: Object.fromEntries(await Promise.all(states)),
      });
    },
  });
}

type States = Readonly<Record<string, string>>;

function healthResponse(states: Readonly<Record<string, string | States>>): HttpResponse {
  const all = Object.values(states).flatMap((state) =>
    typeof state === 'string' ? [state] : Object.values(state),
  );
  const isOk = all.every((state) => state === 'ok');
  const response = jsonResponse(JSON.stringify(states), isOk ? 200 : 503);
  return { ...response, headers: [['cache-control', 'no-store']] };
}

interface HealthCheckOptions {
  readonly name: string;
  readonly check: () => unknown;
  readonly timeout: number;
  readonly maxAge: number;
  readonly logger: AdapterApi['logger'];
}

/** Runs a function at most once at a time, and uses its result again for a while. */
class HealthCheck {
  readonly #options: HealthCheckOptions;
  /** Undefined while the function doesn't run. A function that hangs isn't started again. */
  #running: Promise<void> | undefined;
  #state: Promise<string> | undefined;
  #since = -Infinity;
  #hasFailed = false;

  constructor(options: HealthCheckOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  /** Returns `ok`, `failed` or `timed out`. Never rejects. */
  state(): Promise<string> {
    const { maxAge } = this.#options;
    if (this.#state === undefined || performance.now() - this.#since > maxAge) {
      this.#since = performance.now();
      this.#state = this.#run();
    }
    return this.#state;
  }

  async #run(): Promise<string> {
    const { name, check, timeout, logger } = this.#options;
    this.#running ??= (async () => {
      await check();
    })().finally(() => {
      this.#running = undefined;
    });
    try {
      const hasEnded = await settlesWithin(this.#running, timeout);
      if (!hasEnded && !this.#hasFailed) logger.warn({ check: name }, 'Health check timed out');
      this.#hasFailed = !hasEnded;
      return hasEnded ? 'ok' : 'timed out';
    } catch (err) {
      // A check that fails for hours is logged once.
      if (!this.#hasFailed) logger.warn({ err, check: name }, 'Health check failed');
      this.#hasFailed = true;
      return 'failed';
    }
  }
}
