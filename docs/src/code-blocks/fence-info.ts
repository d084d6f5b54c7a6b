/** What a block is to the checker. */
export type BlockKind =
  /** TypeScript in a file of the name, or in one of its own. */
  | { readonly kind: 'module'; readonly file: string | undefined }
  /** What the module above it prints, or throws. */
  | { readonly kind: 'prints' | 'throws' }
  | { readonly kind: 'json'; readonly comments: boolean }
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'unknown'; readonly reason: string };

/** A language, what VitePress takes for marking lines, and a title in brackets. */
const INFO =
  /^(?<language>[\w+-]+)(?::(?:no-)?line-numbers(?:=\d+)?)?\s*(?:\{[\d,\s-]+\})?\s*(?:\[(?<title>[^[\]]+)\])?$/;

/** Languages of which only the reader knows whether they are right. */
const UNCHECKED = new Set(
  'css diff dockerfile http html ini markdown nginx python sh sql toml yaml'.split(' '),
);

const FILE = /^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.\w+$/;

/** Reads what stands behind the backticks. What is not understood is a fault: it would be left out. */
export function fenceInfo(info: string): BlockKind {
  if (info === '') return unknown('a block without a language: write text where it has none');
  const { language = '', title } = INFO.exec(info)?.groups ?? {};
  if (language === '') return unknown(`"${info}" is no language with a title in brackets`);
  if (UNCHECKED.has(language)) return { kind: 'unchecked' };
  if (language === 'ts') return typeScript(title);
  if (language === 'text') return text(title);
  if (language === 'json' || language === 'jsonc') {
    if (!isFileOrNone(title)) return unknown(`"[${title}]" is no name of a file`);
    return { kind: 'json', comments: language === 'jsonc' };
  }
  return unknown(
    `"${language}" is none of the languages: ts, text, json, jsonc, ${[...UNCHECKED].join(', ')}`,
  );
}

function typeScript(title: string | undefined): BlockKind {
  if (title !== undefined && !(FILE.test(title) && title.endsWith('.ts'))) {
    return unknown(`"[${title}]" is no name of a file that ends in .ts`);
  }
  return { kind: 'module', file: title };
}

function text(title: string | undefined): BlockKind {
  if (title === 'prints' || title === 'throws') return { kind: title };
  if (isFileOrNone(title)) return { kind: 'unchecked' };
  return unknown(`"[${title}]" is neither [prints], [throws] nor the name of a file`);
}

/** `.env` is a name too. */
const isFileOrNone = (title: string | undefined): boolean =>
  title === undefined || FILE.test(title) || /^\.\w+$/.test(title);

const unknown = (reason: string): BlockKind => ({ kind: 'unknown', reason });
