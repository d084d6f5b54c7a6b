import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { describe, expect, test, vi } from 'vitest';

/**
 * Runs every TypeScript snippet of a package's README. A comment line directly below a `console.log`
 * shows its expected output.
 *
 * @param runIn the package whose dependencies the snippets import. Default: the package of the README
 */
export function readmeSnippets(readmeFolder: string, runIn: string = readmeFolder): void {
  const readme = readFileSync(join(readmeFolder, 'README.md'), 'utf8');
  const snippets = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code ?? '');
  const folder = join(runIn, '.report', 'readme');

  describe('the snippets of README.md', () => {
    test('the README has TypeScript snippets', () => {
      expect(snippets).not.toEqual([]);
    });
    test.each(snippets.map((code, index) => [index + 1, code] as const))(
      'snippet %i of the README prints the output that its comments show',
      async (number, code) => {
        mkdirSync(folder, { recursive: true });
        const file = join(folder, `snippet-${number}.ts`);
        writeFileSync(file, code);
        const printed: string[] = [];
        const log = vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => {
          printed.push(format(...values));
        });
        await import(/* @vite-ignore */ pathToFileURL(file).href);
        log.mockRestore();
        expect(printed.join('\n')).toBe(expectedOutput(code));
      },
    );
  });
}

/** Returns the comments below the `console.log` calls. */
function expectedOutput(code: string): string {
  const lines = code.split('\n');
  return lines
    .filter(
      (line, index) => line.startsWith('// ') && (lines[index - 1] ?? '').includes('console.log('),
    )
    .map((line) => line.slice('// '.length))
    .join('\n');
}
