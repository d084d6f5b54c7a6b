import type { MarkdownRenderer } from 'vitepress';

/** Removes HTML comments from the site. They contain notes for authors, and code that is only checked. */
export function hideComments(md: MarkdownRenderer): void {
  for (const rule of ['html_block', 'html_inline'] as const) {
    const html = md.renderer.rules[rule];
    if (html === undefined) throw new Error(`VitePress has no renderer for ${rule}`);
    md.renderer.rules[rule] = (...args) => html(...args).replaceAll(/<!--.*?-->/gs, '');
  }
}
