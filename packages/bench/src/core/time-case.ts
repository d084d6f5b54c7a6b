type MaybePromise<Value> = Value | Promise<Value>;

export interface TimingOptions {
  readonly warmUpMilliseconds: number;
  readonly samples: number;
  /** How long each sample takes, about: long beside the clock's resolution. */
  readonly sampleMilliseconds: number;
}

/**
 * Nanoseconds of one run, measured several times over as many runs as take the time of a sample. What
 * gives a promise is awaited each time; what gives none runs without.
 */
export async function timeRun(
  run: () => MaybePromise<unknown>,
  { warmUpMilliseconds, samples, sampleMilliseconds }: TimingOptions,
): Promise<readonly number[]> {
  const first = run();
  const repeat = first instanceof Promise ? repeatAsync : repeatSync;
  await first;
  let runs = 1;
  const warmUpEnd = performance.now() + warmUpMilliseconds;
  do {
    const nanoseconds = await repeat(run, runs);
    runs = Math.max(1, Math.round((sampleMilliseconds * 1e6) / nanoseconds));
  } while (performance.now() < warmUpEnd);
  const timed: number[] = [];
  while (timed.length < samples) timed.push(await repeat(run, runs));
  return timed;
}

async function repeatSync(run: () => unknown, runs: number): Promise<number> {
  const startedAt = process.hrtime.bigint();
  for (let index = 0; index < runs; index += 1) run();
  return Number(process.hrtime.bigint() - startedAt) / runs;
}

async function repeatAsync(run: () => unknown, runs: number): Promise<number> {
  const startedAt = process.hrtime.bigint();
  for (let index = 0; index < runs; index += 1) await run();
  return Number(process.hrtime.bigint() - startedAt) / runs;
}
