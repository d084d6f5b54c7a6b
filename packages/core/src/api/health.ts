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
  const healthChecks = Object.entries(checks).map(
    ([name, check]) => [name, healthCheck({ ...common, name, check })] as const,
  );
  // No call tries to open a resource again while the load balancer sends calls to other processes.
  const reopen = healthCheck({
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
      await reopen();
      const states = healthChecks.map(async ([name, state]) => [name, await state()] as const);
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

/**
 * Returns a function that runs a check at most once at a time, and uses its result again for a while. The
 * result is `ok`, `failed` or `timed out`.
 */
function healthCheck(options: HealthCheckOptions): () => Promise<string> {
  const { name, check, timeout, maxAge, logger } = options;
  /** Undefined while the check doesn't run. A check that hangs isn't started again. */
  let running: Promise<void> | undefined;
  let state: Promise<string> | undefined;
  let since = -Infinity;
  let hasFailed = false;

  const run = async (): Promise<string> => {
    running ??= (async () => {
      await check();
    })().finally(() => {
      running = undefined;
    });
    try {
      const hasEnded = await settlesWithin(running, timeout);
      if (!hasEnded && !hasFailed) logger.warn({ check: name }, 'Health check timed out');
      hasFailed = !hasEnded;
      return hasEnded ? 'ok' : 'timed out';
    } catch (err) {
      // A check that fails for hours is logged once.
      if (!hasFailed) logger.warn({ err, check: name }, 'Health check failed');
      hasFailed = true;
      return 'failed';
    }
  };

  return () => {
    if (state === undefined || performance.now() - since > maxAge) {
      since = performance.now();
      state = run();
    }
    return state;
  };
}
