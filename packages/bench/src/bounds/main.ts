/** `npm run bounds -- [adapter …] [part of a bound's name …]` */
import { frameworks } from '../contestants/contestant.js';
import { digits, megabytes } from '../report/format.js';
import { markdownTable } from '../report/markdown-table.js';
import { bounds } from './bounds.js';
import { measureAttempt } from './measure-attempt.js';

const words = process.argv.slice(2);
const chosenAdapters = frameworks.filter((adapter) => words.includes(adapter));
const adapters = chosenAdapters.length > 0 ? chosenAdapters : frameworks;
const parts = words.filter((word) => !frameworks.some((framework) => framework === word));
const chosen = bounds.filter(
  ({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)),
);

const rows: string[][] = [];
for (const bound of chosen) {
  for (const attempt of bound.attempts) {
    const responses = new Map<string, string[]>();
    const figures: string[] = [];
    for (const adapter of adapters) {
      const measured = await measureAttempt(adapter, bound, attempt);
      const { response, milliseconds, memoryBytes, pingMilliseconds } = measured;
      responses.set(response, [...(responses.get(response) ?? []), adapter]);
      figures.push(
        [digits(milliseconds), megabytes(memoryBytes), ping(pingMilliseconds)].join(' / '),
      );
      console.error(`${bound.name}: ${attempt.sends}: ${adapter}: ${response}: ${figures.at(-1)}`);
    }
    // Adapters are named only where their responses differ.
    const response = Array.from(responses, ([text, of]) =>
      responses.size === 1 ? text : `${of.join(', ')}: ${text}`,
    ).join('. ');
    rows.push([bound.name, attempt.sends, response, ...figures]);
  }
}
console.log(markdownTable(['bound', 'request', 'response', ...adapters], rows));

function ping(milliseconds: number): string {
  return milliseconds === Infinity ? 'none' : digits(milliseconds);
}
