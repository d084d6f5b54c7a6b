import type { MarkdownRenderer } from 'vitepress';

/** Keeps comments out of the site: what is in them is for those who write a page, and the checks. */
export function hideComments(md: MarkdownRenderer): void {
  for (const rule of ['html_block', 'html_inline'] as const) {
    const html = md.renderer.rules[rule];
    if (html === undefined) throw new Error('VitePress has no way to show HTML');
    md.renderer.rules[rule] = (...args) => html(...args).replaceAll(/<!--.*?-->/gs, '');
  }
}
