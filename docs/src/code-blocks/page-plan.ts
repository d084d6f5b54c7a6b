import type { Fault } from './fault.js';
import { fenceInfo } from './fence-info.js';
import { jsonFault } from './json-fault.js';
import { markdownFences, type Fence } from './markdown-fences.js';

/** A file that the blocks of a page make up. */
export interface ModuleFile {
  /** From the folder of the page's files: `bank.ts`. */
  readonly name: string;
  /** Each line stands where it stands on the page. */
  readonly source: string;
  /** The line of its first block. */
  readonly line: number;
  /** What it is to print, in order. It is run where there is any, or where it is to throw. */
  readonly prints: readonly Fence[];
  readonly throws: Fence | undefined;
}

/** What is to be done about a page. */
export interface PagePlan {
  readonly page: string;
  readonly files: readonly ModuleFile[];
  readonly faults: readonly Fault[];
}

interface Growing {
  readonly pieces: Fence[];
  readonly prints: Fence[];
  throws: Fence | undefined;
}

/** Reads a page: its files, what running them is to show, and what is wrong before anything runs. */
export function pagePlan(page: string, markdown: string): PagePlan {
  const { fences, faults } = markdownFences(markdown);
  const found: Omit<Fault, 'page'>[] = [...faults];
  const files = new Map<string, Growing>();
  const lines = markdown.split('\n');
  let above: { readonly file: Growing; readonly isTest: boolean; endLine: number } | undefined;

  for (const fence of fences) {
    const block = fenceInfo(fence.info);
    if (block.kind === 'unknown') found.push({ line: fence.line, message: block.reason });
    if (block.kind === 'json') {
      const fault = jsonFault(fence, block.comments);
      if (fault !== undefined) found.push(fault);
    }
    if (block.kind === 'module') {
      const name = block.file ?? `block-${fence.line}.ts`;
      const file = files.get(name) ?? { pieces: [], prints: [], throws: undefined };
      file.pieces.push(fence);
      files.set(name, file);
      above = { file, isTest: name.endsWith('.test.ts'), endLine: fence.endLine };
    } else if (block.kind === 'prints' || block.kind === 'throws') {
      if (above === undefined || !isNextTo(lines, above.endLine, fence.line) || above.isTest) {
        found.push({
          line: fence.line,
          message: `[${block.kind}] does not stand directly below a block that can be run`,
        });
        continue;
      }
      if (block.kind === 'prints') above.file.prints.push(fence);
      else if (above.file.throws === undefined) above.file.throws = fence;
      else found.push({ line: fence.line, message: 'a module throws once' });
      above.endLine = fence.endLine;
    }
  }
  return {
    page,
    files: [...files].map(([name, file]) => moduleFile(name, file)),
    faults: found.map((fault) => ({ page, ...fault })),
  };
}

/** Only empty lines, and the marks of a comment, may stand between a block and what it prints. */
function isNextTo(lines: readonly string[], endLine: number, line: number): boolean {
  return lines.slice(endLine, line - 1).every((between) => /^\s*(?:<!--|-->)?\s*$/.test(between));
}

function moduleFile(name: string, { pieces, prints, throws }: Growing): ModuleFile {
  const source: string[] = [];
  for (const { line, code } of pieces) {
    while (source.length < line) source.push('');
    source.push(...code.split('\n').slice(0, -1));
  }
  return { name, source: `${source.join('\n')}\n`, line: pieces[0]?.line ?? 1, prints, throws };
}
