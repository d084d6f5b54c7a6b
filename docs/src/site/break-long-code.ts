import type { MarkdownRenderer } from 'vitepress';

/** Inline code of at least this many characters may break anywhere. */
const MIN_LENGTH = 36;

/** Lets lines break inside long inline code, so that no column of a table is wider than the screen. */
export function breakLongCode(md: MarkdownRenderer): void {
  md.core.ruler.push('long_code', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'code_inline' && token.content.length >= MIN_LENGTH) {
        token.attrJoin('class', 'long-code');
      }
    }
  });
}
