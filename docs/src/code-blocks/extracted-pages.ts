import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ModuleFile, type PagePlan, sourceOf } from './page-plan.js';
import type { Problem } from './problem.js';

/** A location in a stack trace. */
const FRAME =
  /(?<file>(?:file:\/\/)?\/[^\s():]+|file:\/\/\/\w:[^\s():]+):(?<line>\d+):(?<column>\d+)/g;

/** Writes the code of the pages to files, and finds the page of a file. */
export class ExtractedPages {
  readonly plans: readonly PagePlan[];
  /** The folder of all files. Packages are resolved from here as from the pages. */
  readonly folder: string;
  /** The folder of the compiled files. */
  readonly compiled: string;
  readonly #pages = new Map<string, string>();

  /** Writes the files of these pages. The files of other pages stay. */
  constructor(pagesFolder: string, plans: readonly PagePlan[]) {
    this.plans = plans;
    this.folder = join(pagesFolder, '.code-blocks');
    this.compiled = join(this.folder, '.compiled');
    mkdirSync(this.folder, { recursive: true });
    for (const { page, files } of plans) {
      for (const folder of [this.folder, this.compiled]) {
        rmSync(join(folder, pageFolder(page)), { recursive: true, force: true });
      }
      for (const file of files) {
        mkdirSync(dirname(this.sourceFile(page, file)), { recursive: true });
        writeFileSync(this.sourceFile(page, file), sourceOf(file));
        this.#pages.set(this.#key(this.sourceFile(page, file)), page);
        this.#pages.set(this.#key(this.compiledFile(page, file)), page);
      }
    }
  }

  sourceFile(page: string, { name }: ModuleFile): string {
    return join(this.folder, pageFolder(page), name);
  }

  compiledFile(page: string, { name }: ModuleFile): string {
    return join(this.compiled, pageFolder(page), name.replace(/ts$/, 'js'));
  }

  pageOf(file: string): string | undefined {
    return this.#pages.get(this.#key(file));
  }

  /** Returns the first location on a page in a stack trace. */
  locate(stack: string): Pick<Problem, 'page' | 'line' | 'column'> | undefined {
    for (const { groups } of stack.matchAll(FRAME)) {
      const { file = '', line, column } = groups ?? {};
      const page = this.pageOf(file.startsWith('file:') ? fileURLToPath(file) : file);
      if (page !== undefined) return { page, line: Number(line), column: Number(column) };
    }
    return undefined;
  }

  #key(file: string): string {
    return relative(this.folder, file).split(sep).join('/');
  }
}

/** Returns the folder of a page's files. Pages outside the folder of the pages have one, too. */
export function pageFolder(page: string): string {
  return page.replace(/^\.\.\//, '').replace(/\.md$/, '');
}
