import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The files of a built site by their path: `guide/errors.html`. Those that are no text are empty. */
export type SiteFiles = ReadonlyMap<string, string>;

const TEXT = /\.(?:html|css|txt|md)$/;

/** Reads a built site. */
export function siteFiles(folder: string): SiteFiles {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        const content = TEXT.test(entry.name) ? readFileSync(file, 'utf8') : '';
        return [relative(folder, file).split(sep).join('/'), content] as const;
      }),
  );
}
