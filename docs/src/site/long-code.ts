import type { MarkdownRenderer } from 'vitepress';

/** From how many characters on code in a line of text may be broken where it has no spaces. */
const LONG = 36;

/** Marks long code in a line, which would make the column of a table wider than the screen. */
export function longCode(md: MarkdownRenderer): void {
  md.core.ruler.push('long_code', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'code_inline' && token.content.length >= LONG) {
        token.attrJoin('class', 'long-code');
      }
    }
  });
}
