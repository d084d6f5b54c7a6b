import { diff } from '../../diff.js';
import type { RuleId } from '../rules.js';
import type { Example } from './rule-guide.js';

/** Returns the lines of an example, each after `- ` if only the old one has it, `+ ` if only the new one has it. */
export function exampleLines({ excerpts }: Example): readonly string[] {
  const [old, next] = excerpts.map((value) => JSON.stringify(value, undefined, 2).split('\n'));
  return compareLines(old ?? [], next ?? []);
}

/** Returns the line that `jsonrpc-kit diff` prints for the example of a rule. */
export function exampleMessage(rule: RuleId, { old, next }: Example): string {
  const change = diff(old, next).find((one) => one.rule === rule);
  if (change === undefined) throw new Error(`The rule ${rule} doesn't report its example`);
  return `${rule}: ${change.message}`;
}

/** Both texts have a few lines, so the comparison may take the product of their lengths. */
function compareLines(old: readonly string[], next: readonly string[]): readonly string[] {
  const common = commonLengths(old, next);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < next.length) {
    if (i < old.length && old[i] === next[j]) {
      lines.push(`  ${old[i]}`);
      i += 1;
      j += 1;
    } else if (j === next.length || (i < old.length && common(i + 1, j) >= common(i, j + 1))) {
      lines.push(`- ${old[i]}`);
      i += 1;
    } else {
      lines.push(`+ ${next[j]}`);
      j += 1;
    }
  }
  return lines;
}

/** Returns the length of the longest common subsequence of two texts from these lines on. */
function commonLengths(
  old: readonly string[],
  next: readonly string[],
): (i: number, j: number) => number {
  const width = next.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = next.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        old[i] === next[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}
