/** `npm run bounds -- [adapter …] [part of a bound's name …]` */
import { digits, markdownTable, megabytes } from '../compare/report.js';
import { frameworks } from '../targets/framework.js';
import { bounds } from './bounds.js';
import { measureAttempt } from './measure-attempt.js';

const args = process.argv.slice(2);
const chosen = frameworks.filter((framework) => args.includes(framework));
const adapters = chosen.length > 0 ? chosen : frameworks;
const parts = args.filter((arg) => !frameworks.some((framework) => framework === arg));

const rows = [['bound', 'request', 'response', ...adapters]];
for (const bound of bounds) {
  if (parts.length > 0 && !parts.some((part) => bound.name.includes(part))) continue;
  for (const attempt of bound.attempts) {
    const responses = new Map<string, string[]>();
    const figures: string[] = [];
    for (const adapter of adapters) {
      const measured = await measureAttempt(adapter, bound, attempt);
      const { response, milliseconds, memoryBytes, pingMilliseconds } = measured;
      responses.set(response, [...(responses.get(response) ?? []), adapter]);
      const ping = pingMilliseconds === Infinity ? 'none' : digits(pingMilliseconds);
      figures.push(`${digits(milliseconds)} / ${megabytes(memoryBytes)} / ${ping}`);
      console.error(`${bound.name}: ${attempt.sends}: ${adapter}: ${response}: ${figures.at(-1)}`);
    }
    // The adapters are only named if their responses differ.
    const response = Array.from(responses, ([text, senders]) =>
      responses.size === 1 ? text : `${senders.join(', ')}: ${text}`,
    ).join('. ');
    rows.push([bound.name, attempt.sends, response, ...figures]);
  }
}
console.log(markdownTable(rows));
