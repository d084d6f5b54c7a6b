import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REFERENCE } from './site-map.js';

/** What is read of a page beside what VitePress makes of it. */
export interface PageSource {
  /** From the folder of the pages, without ending: `guide/errors`. */
  readonly name: string;
  readonly title: string;
  /** One line for those who look for a page. */
  readonly description: string;
  /** Without frontmatter and comments, and with what it includes. */
  readonly markdown: string;
}

const FRONTMATTER = /^---\n(?<yaml>.*?)\n---\n/s;

/**
 * Reads a page.
 *
 * @throws Error where it lacks a title or a description, or includes what is not there
 */
export function pageSource(folder: string, name: string): PageSource {
  const file = join(folder, `${name}.md`);
  const text = readFileSync(file, 'utf8');
  const yaml = FRONTMATTER.exec(text)?.groups?.['yaml'] ?? '';
  const markdown = withoutComments(withIncludes(file, text.replace(FRONTMATTER, ''))).trim();
  return {
    name,
    title: needed(
      file,
      'heading of level 1',
      // The first page has its title above the Markdown.
      /^# (?<value>.+)$/m.exec(markdown) ?? /^title: (?<value>.+)$/m.exec(yaml),
    ),
    description: needed(
      file,
      'description',
      /^description: (?<value>.+)$/m.exec(yaml) ??
        (name.startsWith(REFERENCE) ? firstParagraph(markdown) : null),
    ),
    markdown: `${markdown}\n`,
  };
}

function needed(file: string, what: string, match: RegExpExecArray | null): string {
  const value = match?.groups?.['value']?.trim().replace(/^(['"])(.*)\1$/, '$2');
  if (value === undefined || value === '') throw new Error(`${file} has no ${what}`);
  // The anchor of a heading is none of its text.
  return value.replace(/ \{#[\w-]+\}$/, '');
}

/** Of a page that is made of declarations it says what is to be had there. */
function firstParagraph(markdown: string): RegExpExecArray | null {
  const [, paragraph = ''] = /^# [^\n]+\n\n([^#][^]*?)\n\n/m.exec(markdown) ?? [];
  const text = paragraph.replaceAll('`', '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return /^(?<value>.+)$/.exec(text.replaceAll('\n', ' '));
}

const INCLUDE = /^<!--\s*@include:\s*(?<path>[^#\s]+)#(?<region>[\w-]+)\s*-->$/gm;

/** As VitePress does it: regions of other files. */
function withIncludes(file: string, markdown: string): string {
  return markdown.replaceAll(INCLUDE, (_all, path: string, region: string) => {
    const included = readFileSync(join(dirname(file), path), 'utf8');
    const [begin, end] = [`<!-- #region ${region} -->`, `<!-- #endregion ${region} -->`];
    const from = included.indexOf(begin);
    const to = included.indexOf(end);
    if (from === -1 || to < from) throw new Error(`${file}: ${path} has no region ${region}`);
    return included.slice(from + begin.length, to).trim();
  });
}

/** Comments outside of code. */
function withoutComments(markdown: string): string {
  return markdown.replaceAll(/^```.*?^```$|<!--.*?-->\n*/gms, (found) =>
    found.startsWith('<!--') ? '' : found,
  );
}
