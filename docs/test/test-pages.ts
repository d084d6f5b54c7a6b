import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPORT = fileURLToPath(new URL('../.report', import.meta.url));

/**
 * Writes pages to a new folder inside this package, where its dependencies are found.
 *
 * @returns the folder
 */
export function testPages(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(REPORT, 'pages', name);
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
