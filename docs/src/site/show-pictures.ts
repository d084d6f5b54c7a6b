import type { MarkdownRenderer } from 'vitepress';

/** Shows a block of Mermaid as a picture. Where it can't be drawn, its text shows instead. */
export function showPictures(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  if (fence === undefined) throw new Error('VitePress has no renderer for fence');
  md.renderer.rules.fence = (tokens, index, ...others) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    return info.trim() === 'mermaid'
      ? `<MermaidPicture text="${md.utils.escapeHtml(encodeURIComponent(content))}" />\n`
      : fence(tokens, index, ...others);
  };
}
