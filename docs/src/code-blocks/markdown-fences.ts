import MarkdownIt from 'markdown-it';
import type { Fault } from './fault.js';

/** A fenced block of a page, shown or in a comment. */
export interface Fence {
  /** What stands behind the backticks. */
  readonly info: string;
  readonly code: string;
  /** The line of the opening backticks, from 1. The code begins on the next one. */
  readonly line: number;
  /** The line of the closing ones. */
  readonly endLine: number;
}

/** What a page holds, and what nobody could check. */
export interface PageFences {
  readonly fences: readonly Fence[];
  readonly faults: readonly Omit<Fault, 'page'>[];
}

const parser = new MarkdownIt({ html: true });

/** Finds the fenced blocks of a page in their order. */
export function markdownFences(markdown: string): PageFences {
  const lines = markdown.split('\n');
  const fences: Fence[] = [];
  const faults: Omit<Fault, 'page'>[] = [];

  for (const token of parser.parse(withoutFrontmatter(lines).join('\n'), {})) {
    const [begin, end] = token.map ?? [0, 0];
    const line = begin + 1;
    if (token.type === 'fence') {
      if (isClosed(lines[end - 1] ?? '', token.markup, end - 1 > begin)) {
        fences.push({ info: token.info.trim(), code: token.content, line, endLine: end });
      } else faults.push({ line, message: 'the block is not closed' });
    } else if (token.type === 'code_block') {
      faults.push({ line, message: 'code by indentation is not checked: write a fence' });
    } else if (token.type === 'html_block' && token.content.includes('```')) {
      const inside = commentFences(lines.slice(begin, end));
      if (inside === undefined) {
        faults.push({
          line,
          message:
            'a block in HTML is not checked, but in a comment whose marks have lines to them',
        });
      } else {
        for (const fence of inside.fences) fences.push(moved(fence, begin));
        for (const fault of inside.faults) faults.push({ ...fault, line: fault.line + begin });
      }
    } else if (token.type === 'inline' && /^<<<\s*\S/m.test(token.content)) {
      faults.push({ line, message: 'code from another file is not checked: write it on the page' });
    }
  }
  return { fences, faults };
}

/** The block of YAML at the top, emptied so that the lines keep their numbers. */
function withoutFrontmatter(lines: readonly string[]): readonly string[] {
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1;
  return lines.map((line, index) => (index <= end ? '' : line));
}

/** Markdown closes at the end of the page what nobody has closed. */
function isClosed(lastLine: string, markup: string, isAnotherLine: boolean): boolean {
  return isAnotherLine && lastLine.trim().startsWith(markup);
}

/** The inside of a comment read as a page; undefined where its marks do not stand alone. */
function commentFences(lines: readonly string[]): PageFences | undefined {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  if (lines[0]?.trim() !== '<!--' || lines[last]?.trim() !== '-->') return undefined;
  return markdownFences(['', ...lines.slice(1, last)].join('\n'));
}

const moved = (fence: Fence, by: number): Fence => ({
  ...fence,
  line: fence.line + by,
  endLine: fence.endLine + by,
});
