/**
 * `npm run events -- [--rates 100,1000,5000] [--subscribers 1,100,1000] [--seconds 4] [--calls 500] [--rounds 7]`:
 * the time from publishing an event to receiving it, with each store and beside other publishers, and what
 * publishing adds to a call. DATABASE_URL and REDIS_URL name servers to measure with.
 */
import { parseArgs } from 'node:util';
import { digits, markdownTable, withSpread } from '../compare/report.js';
import { figure, orderOfRound, ratio } from '../compare/statistics.js';
import { type Delivery, measureDelivery } from './measure-delivery.js';
import { publishingServices } from './publish-cost.js';
import { targets } from './targets.js';

const { values } = parseArgs({
  options: {
    rates: { type: 'string', default: '100,1000,5000' },
    subscribers: { type: 'string', default: '1,100,1000' },
    seconds: { type: 'string', default: '4' },
    calls: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '7' },
  },
});
const numbers = (text: string): number[] => text.split(',').map(Number);
const seconds = Number(values.seconds);
const calls = Number(values.calls);

function row(name: string, { rate, p50, p99, missing }: Delivery): string[] {
  const lost = missing === 0 ? 'none' : `${(missing * 100).toFixed(1)} %`;
  return [name, digits(rate), digits(p50), digits(p99), lost];
}

for (const subscribers of numbers(values.subscribers)) {
  for (const rate of numbers(values.rates)) {
    const rows: string[][] = [];
    for (const open of targets) {
      const target = await open();
      rows.push(row(target.name, await measureDelivery(target, { rate, subscribers, seconds })));
      await target.close();
    }
    const header = `${rate} events/s, subscribers: ${subscribers}`;
    console.log(
      markdownTable([[header, 'published/s', 'p50 ms', 'p99 ms', 'not received'], ...rows]),
    );
  }
}

const costs: string[][] = [];
for (const open of publishingServices) {
  const service = await open();
  const methods = (['write', 'writeAndPublish'] as const).map((method) => ({
    method,
    times: [] as number[],
  }));
  // The first round only warms up.
  for (let round = -1; round < Number(values.rounds); round += 1) {
    for (const { method, times } of orderOfRound(methods, round + 1)) {
      const startedAt = performance.now();
      for (let call = 0; call < calls; call += 1) await service.send(method);
      if (round >= 0) times.push(((performance.now() - startedAt) * 1_000) / calls);
    }
  }
  await service.close();
  const [without = [], published = []] = methods.map(({ times }) => times);
  costs.push([
    service.name,
    digits(figure(without).median),
    digits(figure(published).median),
    withSpread(ratio(published, without)),
  ]);
}
console.log(markdownTable([['µs per call', 'without', 'with an event', 'ratio'], ...costs]));
