import { readFileSync, writeFileSync } from 'node:fs';

const BEGIN = '<!-- #region figures -->';
const END = '<!-- #endregion figures -->';

/**
 * Puts the page between the two marks of a README, in place of what stands there.
 *
 * @throws Error where the marks are missing
 */
export function writeReadme(file: string, page: string): void {
  const text = readFileSync(file, 'utf8');
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin === -1 || end < begin) {
    throw new Error(`${file} needs the marks ${BEGIN} and ${END}, between which the figures stand`);
  }
  writeFileSync(file, `${text.slice(0, begin + BEGIN.length)}\n\n${page}\n\n${text.slice(end)}`);
}
