import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ModuleFile, type PagePlan, sourceOf } from './page-plan.js';
import type { Problem } from './problem.js';

/** A location in a stack trace. */
const FRAME =
  /(?<file>(?:file:\/\/)?\/[^\s():]+|file:\/\/\/\w:[^\s():]+):(?<line>\d+):(?<column>\d+)/g;

/** A location on a page. */
type Place = Pick<Problem, 'page' | 'line' | 'column'>;

/** Writes the code of the pages to files, and finds the page of a file. */
export class ExtractedPages {
  readonly plans: readonly PagePlan[];
  /** The folder of all files. Packages are resolved from here as from the pages. */
  readonly folder: string;
  /** The folder of the compiled files. */
  readonly compiled: string;
  readonly #files = new Map<string, { readonly page: string; readonly file: ModuleFile }>();

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
        this.#files.set(this.#key(this.sourceFile(page, file)), { page, file });
        this.#files.set(this.#key(this.compiledFile(page, file)), { page, file });
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
    return this.#files.get(this.#key(file))?.page;
  }

  /** Returns the location on a page of a location in a file: of a block, if the file is older than the page. */
  placeOf(file: string, line: number, column: number): Place | undefined {
    const found = this.#files.get(this.#key(file));
    if (found === undefined) return undefined;
    const {
      page,
      file: { source, pieces },
    } = found;
    return source === undefined ? { page, line, column } : { page, line: pieces[0]?.line ?? 1 };
  }

  /** Returns the first location on a page in a stack trace. */
  locate(stack: string): Place | undefined {
    for (const { groups } of stack.matchAll(FRAME)) {
      const { file = '', line, column } = groups ?? {};
      const path = file.startsWith('file:') ? fileURLToPath(file) : file;
      const place = this.placeOf(path, Number(line), Number(column));
      if (place !== undefined) return place;
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
