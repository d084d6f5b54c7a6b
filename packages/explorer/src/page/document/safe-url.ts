/** Returns a URL that a link of the page may have: one of HTTP, or an e-mail address. */
export function safeUrl(text: string, base?: string): string | undefined {
  if (!URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
}

/** Returns the URL of a server, or undefined if a browser can't send calls there. */
export function httpUrl(text: string, base?: string): string | undefined {
  const url = safeUrl(text, base);
  return url?.startsWith('http') === true ? url : undefined;
}
