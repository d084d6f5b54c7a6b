/** `npm run core -- [--rounds 5] [--milliseconds 500] [--case "a call"] [--before ../other]` */
import { parseArgs } from 'node:util';
import { digits, markdownTable, withSpread } from '../compare/report.js';
import { figure, orderOfRound, ratio } from '../compare/statistics.js';
import { checkoutOptions, Child } from '../processes/child.js';
import { coreCases } from './cases.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    milliseconds: { type: 'string', default: '500' },
    case: { type: 'string', default: '' },
    before: { type: 'string' },
  },
});
const names = coreCases.map(({ name }) => name).filter((name) => name.includes(values.case));
if (names.length === 0) throw new RangeError(`No case has "${values.case}" in its name`);

/** The variants of the core. `times` has the nanoseconds of each case, one number per round. */
const variants = [
  { title: 'now', context: 'no-context', checkout: undefined },
  { title: 'with context', context: 'context', checkout: undefined },
  ...(values.before === undefined
    ? []
    : [{ title: 'before', context: 'no-context', checkout: values.before }]),
].map((variant) => ({ ...variant, times: new Map(names.map((name) => [name, [] as number[]])) }));

for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const { context, checkout, times } of orderOfRound(variants, round)) {
    const child = await Child.start<Record<string, number>>('core/measure.js', {
      args: [context, values.milliseconds, ...orderOfRound(names, round)],
      ...checkoutOptions(checkout),
    });
    for (const [name, time] of Object.entries(child.ready)) times.get(name)?.push(time);
    await child.stop();
  }
}

const [now, ...others] = variants;
console.log(
  markdownTable([
    ['ns per request', 'now', ...others.flatMap(({ title }) => [title, `now/${title}`])],
    ...names.map((name) => {
      const own = now?.times.get(name) ?? [];
      return [
        name,
        digits(figure(own).median),
        ...others.flatMap(({ times }) => {
          const other = times.get(name) ?? [];
          return [digits(figure(other).median), withSpread(ratio(own, other))];
        }),
      ];
    }),
  ]),
);
