import type { MarkdownRenderer } from 'vitepress';

const TITLE = /\[(?<title>[^\]]+)\]\s*$/;

/** Shows the title of a block above it. In a group of blocks, VitePress shows it as a tab. */
export function showBlockTitles(md: MarkdownRenderer): void {
  md.core.ruler.push('blocks_in_groups', ({ tokens }) => {
    let inGroup = false;
    for (const token of tokens) {
      if (token.type === 'container_code-group_open') inGroup = true;
      if (token.type === 'container_code-group_close') inGroup = false;
      if (token.type === 'fence') token.meta = { inGroup };
    }
  });

  const { fence } = md.renderer.rules;
  if (fence === undefined) throw new Error('VitePress has no renderer for fence');
  md.renderer.rules.fence = (tokens, index, ...others) => {
    const { info = '', meta } = tokens[index] ?? {};
    const title = TITLE.exec(info)?.groups?.['title'];
    const block = fence(tokens, index, ...others);
    if (title === undefined || meta?.inGroup === true) return block;
    const kind = title === 'prints' || title === 'throws' ? 'output' : 'file';
    return (
      `<div class="titled-block titled-block-${kind}">` +
      `<p class="titled-block-title">${md.utils.escapeHtml(title)}</p>${block}</div>`
    );
  };
}
