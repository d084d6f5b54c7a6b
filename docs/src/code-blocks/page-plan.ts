import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { blockKind } from './block-kind.js';
import { findFences, type Fence } from './fences.js';
import type { Problem, ProblemOnPage } from './problem.js';

/** A file that is assembled from the blocks of a page. */
export interface ModuleFile {
  /** The path in the page's folder: `bank.ts`. */
  readonly name: string;
  /** The blocks of the file. */
  readonly pieces: readonly Fence[];
  /** The expected output, in order. A file with expectations is run. */
  readonly prints: readonly Fence[];
  readonly throws: Fence | undefined;
  /** The source, if the file is older than the page. Its lines have other numbers than those of the page. */
  readonly source?: string;
}

/** A block that shows a file of the repository. */
export interface CopiedFile {
  /** The path in the repository: `examples/hono/src/main.ts`. */
  readonly path: string;
  readonly fence: Fence;
}

/** The files of a page, and the problems that were found without running them. */
export interface PagePlan {
  readonly page: string;
  readonly files: readonly ModuleFile[];
  readonly copies: readonly CopiedFile[];
  readonly problems: readonly Problem[];
}

interface FileDraft extends ModuleFile {
  readonly pieces: Fence[];
  readonly prints: Fence[];
  throws: Fence | undefined;
}

/** Plans the checks of a page. */
export function planPage(page: string, markdown: string): PagePlan {
  const { fences, problems: found } = findFences(markdown);
  const problems: ProblemOnPage[] = [...found];
  const files = new Map<string, FileDraft>();
  const copies: CopiedFile[] = [];
  const lines = markdown.split('\n');
  let moduleAbove: { readonly file: FileDraft; endLine: number } | undefined;

  for (const fence of fences) {
    const block = blockKind(fence.info);
    if (block.kind === 'unknown') problems.push({ line: fence.line, message: block.reason });
    if (block.kind === 'copy') copies.push({ path: block.file, fence });
    if (block.kind === 'json') problems.push(...jsonProblems(fence, block.comments));
    if (block.kind === 'module') {
      const name = fileName(block.file ?? `block-${fence.line}.ts`, block.tab);
      const file = files.get(name) ?? { name, pieces: [], prints: [], throws: undefined };
      file.pieces.push(fence);
      files.set(name, file);
      moduleAbove = { file, endLine: fence.endLine };
    } else if (block.kind === 'prints' || block.kind === 'throws') {
      if (
        !moduleAbove ||
        isTest(moduleAbove.file) ||
        !isAdjacent(lines, moduleAbove.endLine, fence.line)
      ) {
        const message = `[${block.kind}] must follow directly after the module that it belongs to`;
        problems.push({ line: fence.line, message });
        continue;
      }
      moduleAbove.endLine = fence.endLine;
      if (block.kind === 'prints') moduleAbove.file.prints.push(fence);
      else if (moduleAbove.file.throws === undefined) moduleAbove.file.throws = fence;
      else problems.push({ line: fence.line, message: 'a module can have one [throws] only' });
    }
  }
  return {
    page,
    files: [...files.values()],
    copies,
    problems: problems.map((problem) => ({ page, ...problem })),
  };
}

export const isTest = ({ name }: ModuleFile): boolean => name.endsWith('.test.ts');

export const isRun = ({ prints, throws }: ModuleFile): boolean =>
  prints.length > 0 || throws !== undefined;

/** Returns the source of a file. Each line of a new file has the number that it has on the page. */
export function sourceOf({ pieces, source: whole }: ModuleFile): string {
  if (whole !== undefined) return whole;
  const source: string[] = [];
  for (const { line, code } of pieces) {
    while (source.length < line) source.push('');
    source.push(...code.split('\n').slice(0, -1));
  }
  return `${source.join('\n')}\n`;
}

/** Returns the name of a file, or of a tab's variant of it: `src/server.node-http.ts`. */
function fileName(file: string, tab: string | undefined): string {
  if (tab === undefined) return file;
  return file.replace(/\.ts$/, `.${tab.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}.ts`);
}

/** Whether only empty lines and the delimiters of comments are between two blocks. */
function isAdjacent(lines: readonly string[], endLine: number, line: number): boolean {
  return lines.slice(endLine, line - 1).every((between) => /^\s*(?:<!--|-->)?\s*$/.test(between));
}

function jsonProblems({ code, line }: Fence, comments: boolean): ProblemOnPage[] {
  const errors: ParseError[] = [];
  parse(code, errors, { disallowComments: !comments });
  return errors.slice(0, 1).map(({ error, offset }) => {
    const before = code.slice(0, offset).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    return {
      line: line + before.length,
      column,
      message: `invalid JSON: ${printParseErrorCode(error)}`,
    };
  });
}
