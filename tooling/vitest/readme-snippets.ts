import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { describe, expect, test, vi } from 'vitest';

/**
 * Runs every TypeScript snippet of a package's README. A comment line right below a `console.log`
 * says what it prints, and it must print just that.
 *
 * @param runIn the package that the snippets find their imports from, where it is another one
 */
export function readmeSnippets(readmeFolder: string, runIn: string = readmeFolder): void {
  const readme = readFileSync(join(readmeFolder, 'README.md'), 'utf8');
  const snippets = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code ?? '');
  const folder = join(runIn, '.report', 'readme');

  describe('the snippets of README.md', () => {
    test('are there', () => {
      expect(snippets).not.toEqual([]);
    });
    test.each(snippets.map((code, index) => [index + 1, code] as const))(
      'snippet %i runs and prints what it says',
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
        expect(printed.join('\n')).toBe(promised(code));
      },
    );
  });
}

/** The comments below the `console.log` calls. */
function promised(code: string): string {
  const lines = code.split('\n');
  return lines
    .filter(
      (line, index) => line.startsWith('// ') && (lines[index - 1] ?? '').includes('console.log('),
    )
    .map((line) => line.slice('// '.length))
    .join('\n');
}
