/** How the checker treats a fenced block. */
export type BlockKind =
  /** TypeScript: part of the named file, or its own file. Each tab has its own variant of a file. */
  | { readonly kind: 'module'; readonly file: string | undefined; readonly tab?: string }
  /** The output of the module above it, or the error that ends it. */
  | { readonly kind: 'prints' | 'throws' }
  /** Shows a file of the repository, whose path is the title. */
  | { readonly kind: 'copy'; readonly file: string }
  | { readonly kind: 'json'; readonly comments: boolean }
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * A language, VitePress's options for line numbers and highlighted lines, and a title in brackets. After a file
 * name, the title is the label of a tab.
 */
const INFO =
  /^(?<language>[\w+-]+)(?::(?:no-)?line-numbers(?:=\d+)?)?\s*(?:\{[\d,\s-]+\})?\s*(?:(?:(?<path>[\w./-]+)\s+)?\[(?<title>[^[\]]+)\])?$/;

const UNCHECKED =
  'css diff dockerfile http html ini markdown mermaid nginx python sh sql toml yaml'.split(' ');

const FILE = /^(?:(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.\w+|\.\w+)$/;

/** Parses the info string of a fence. A mistyped one is reported, so that no block stays unchecked. */
export function blockKind(info: string): BlockKind {
  const { language = '', path, title: label } = INFO.exec(info)?.groups ?? {};
  const title = path ?? label;
  if (language === '') return unknown(`expected a language and an optional [title], got "${info}"`);
  const isKnown = ['ts', 'text', 'json', 'jsonc', ...UNCHECKED].includes(language);
  if (isKnown && title?.startsWith('examples/')) return { kind: 'copy', file: title };
  if (UNCHECKED.includes(language)) return { kind: 'unchecked' };
  if (language === 'text' && (title === 'prints' || title === 'throws')) return { kind: title };
  if (!isKnown) {
    return unknown(
      `unknown language "${language}"; known are ts, text, json, jsonc, ${UNCHECKED.join(', ')}`,
    );
  }
  if (title !== undefined && !(FILE.test(title) && (language !== 'ts' || title.endsWith('.ts')))) {
    return unknown(
      `"[${title}]" is not a file name${language === 'text' ? ', [prints] or [throws]' : ''}`,
    );
  }
  if (language === 'ts') {
    return { kind: 'module', file: title, ...(path !== undefined && label && { tab: label }) };
  }
  return language === 'text'
    ? { kind: 'unchecked' }
    : { kind: 'json', comments: language === 'jsonc' };
}

const unknown = (reason: string): BlockKind => ({ kind: 'unknown', reason });
