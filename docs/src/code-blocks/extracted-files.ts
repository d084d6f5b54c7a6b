import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { PagePlan } from './page-plan.js';

/** Where the files of the pages are written, beside the pages. */
export const EXTRACTED = '.code-blocks';

/** Within it, where the compiler puts the JavaScript. */
export const COMPILED = '.compiled';

/** The files of the pages on disk, and the way back from them to the page. */
export class ExtractedFiles {
  /** That of the pages; packages are found from there. */
  readonly folder: string;
  readonly plans: readonly PagePlan[];
  readonly #byFile = new Map<string, string>();

  constructor(folder: string, plans: readonly PagePlan[]) {
    this.folder = folder;
    this.plans = plans;
  }

  /** Writes them anew. Those of other pages stay: somebody else may be checking them. */
  write(): void {
    for (const { page, files } of this.plans) {
      rmSync(this.pageFolder(page), { recursive: true, force: true });
      rmSync(this.pageFolder(page, COMPILED), { recursive: true, force: true });
      for (const { name, source } of files) {
        const file = join(this.pageFolder(page), name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, source);
        this.#byFile.set(this.#key(file), page);
        const compiled = join(this.pageFolder(page, COMPILED), name.replace(/ts$/, 'js'));
        this.#byFile.set(this.#key(compiled), page);
      }
    }
  }

  /** The folder of a page's files: each page has its own. */
  pageFolder(page: string, within = ''): string {
    return join(this.folder, EXTRACTED, within, page.replace(/\.md$/, ''));
  }

  /** The page whose block a file is, by whatever path it is called. */
  pageOf(file: string): string | undefined {
    return this.#byFile.get(this.#key(file));
  }

  #key(file: string): string {
    return relative(this.folder, file).split(sep).join('/');
  }
}
