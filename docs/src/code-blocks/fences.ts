import MarkdownIt from 'markdown-it';
import type { ProblemOnPage } from './problem.js';

/** A fenced block of a page, visible or inside a comment. */
export interface Fence {
  /** The text after the opening backticks. */
  readonly info: string;
  readonly code: string;
  /** The line of the opening backticks, starting at 1. */
  readonly line: number;
  /** The line of the closing backticks. */
  readonly endLine: number;
}

/** The fenced blocks of a page, and the code that can't be checked. */
export interface PageFences {
  readonly fences: readonly Fence[];
  readonly problems: readonly ProblemOnPage[];
}

const parser = new MarkdownIt({ html: true });
const FRONTMATTER = /^---\n.*?\n---\n/s;

/** Finds the fenced blocks of a page, in order. */
export function findFences(markdown: string): PageFences {
  // Empty lines instead of removed ones keep the line numbers.
  const text = markdown.replace(FRONTMATTER, (yaml) => yaml.replaceAll(/[^\n]/g, ''));
  const lines = text.split('\n');
  const fences: Fence[] = [];
  const problems: ProblemOnPage[] = [];

  for (const { type, map, markup, info, content } of parser.parse(text, {})) {
    const [begin, end] = map ?? [0, 0];
    const line = begin + 1;
    if (type === 'fence') {
      // Markdown accepts a block that ends with the page.
      const isClosed = end - 1 > begin && lines[end - 1]?.trim().startsWith(markup) === true;
      if (isClosed) fences.push({ info: info.trim(), code: content, line, endLine: end });
      else problems.push({ line, message: 'the block is not closed' });
    } else if (type === 'code_block') {
      problems.push({ line, message: 'indented code is not checked; use a fence' });
    } else if (type === 'html_block' && content.includes('```')) {
      const inside = /^<!--\n(?<text>.*)\n-->\s*$/s.exec(content)?.groups?.['text'];
      if (inside === undefined) {
        const message = 'code in HTML is not checked; put <!-- and --> on separate lines';
        problems.push({ line, message });
        continue;
      }
      const found = findFences(`${'\n'.repeat(line)}${inside}`);
      fences.push(...found.fences);
      problems.push(...found.problems);
    } else if (type === 'inline' && /^<<<\s*\S/m.test(content)) {
      problems.push({ line, message: 'imported code is not checked; write it on the page' });
    }
  }
  return { fences, problems };
}
