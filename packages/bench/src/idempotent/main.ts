/**
 * `npm run idempotent -- [--rounds 7] [--calls 300]`: the cost of an idempotent call beside the same call
 * without a key, in the same database: PGlite, or the PostgreSQL server of DATABASE_URL.
 */
import { parseArgs } from 'node:util';
import { digits, markdownTable, withSpread } from '../compare/report.js';
import { figure, orderOfRound, ratio } from '../compare/statistics.js';
import { idempotentCases, openService } from './cases.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    calls: { type: 'string', default: '300' },
  },
});
const calls = Number(values.calls);

const service = await openService(process.env['DATABASE_URL']);
try {
  const cases = idempotentCases(service).map((one) => ({ ...one, times: [] as number[] }));
  // The first round only warms up.
  for (let round = -1; round < Number(values.rounds); round += 1) {
    for (const { send, times } of orderOfRound(cases, round + 1)) {
      const start = performance.now();
      for (let call = 0; call < calls; call += 1) await send();
      if (round >= 0) times.push(((performance.now() - start) * 1_000) / calls);
    }
  }
  const plain = cases[0]?.times ?? [];
  console.log(
    markdownTable([
      [`µs per call on ${service.database}`, 'time', 'time/plain'],
      ...cases.map(({ name, times }) => [
        name,
        digits(figure(times).median),
        withSpread(ratio(times, plain)),
      ]),
    ]),
  );
} finally {
  await service.close();
}
