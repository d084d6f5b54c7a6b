import type { PageContent } from './page-content.js';

/** A text to serve, with an entity tag made of it. */
export async function textContent(
  text: string,
  about: Omit<PageContent, 'body' | 'etag'>,
): Promise<PageContent> {
  const body = new TextEncoder().encode(text);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { ...about, body, etag: `"${hash}"` };
}
