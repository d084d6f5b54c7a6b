/** VitePress's marks for the added and the removed lines of a diff. */
const MARK = /\s*\/\/ \[!code (?<sign>\+\+|--)\]$/;

/** A comment for lines that don't change. */
const GAP = /^\s*\/\/ …$/;

/**
 * Returns the source of a file after a block of a later page. A block with marked lines or gaps changes the
 * file: all its other lines must be in the file already. A block that the file contains shows it again. Any
 * other block is added at the end.
 *
 * @param source the source on the pages before, if they have the file
 * @throws Error if a line that is not marked as added isn't in the file
 */
export function continueFile(source: string | undefined, code: string): string {
  if (source === undefined) return code;
  const lines = linesOf(code);
  if (lines.some((line) => MARK.test(line) || GAP.test(line))) return changeFile(source, lines);
  return source.includes(code) ? source : `${source}\n${code}`;
}

function changeFile(source: string, lines: readonly string[]): string {
  let rest = linesOf(source);
  const changed: string[] = [];
  for (const part of splitAtGaps(lines)) {
    const old = part.filter((line) => signOf(line) !== '++').map(withoutMark);
    const places = placesOf(rest, old);
    if (places.length !== 1) {
      const problem = places.length === 0 ? 'not in the file' : 'in the file more than once';
      throw new Error(`these lines are ${problem}:\n${old.join('\n')}`);
    }
    const [place = 0] = places;
    changed.push(...rest.slice(0, place));
    changed.push(...part.filter((line) => signOf(line) !== '--').map(withoutMark));
    rest = rest.slice(place + old.length);
  }
  return `${[...changed, ...rest].join('\n')}\n`;
}

/** Returns the parts of a block between its gaps. */
function splitAtGaps(lines: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (GAP.test(line)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.filter((part) => part.length > 0);
}

/** Returns the positions at which `lines` contains `wanted`. */
function placesOf(lines: readonly string[], wanted: readonly string[]): readonly number[] {
  return lines
    .map((_, place) => place)
    .filter((place) => wanted.every((line, index) => lines[place + index] === line));
}

const signOf = (line: string): string | undefined => MARK.exec(line)?.groups?.['sign'];
const withoutMark = (line: string): string => line.replace(MARK, '');
const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');
