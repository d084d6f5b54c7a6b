/** Prose as Markdown that Vue's compiler leaves alone: no tags, no interpolations. */
export function escapeProse(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('{', '&#123;')
    .replaceAll('}', '&#125;');
}

/** Code within a line, with as many backticks around it as it needs. */
export function codeSpan(code: string): string {
  const oneLine = code.replaceAll(/\s+/gu, ' ');
  if (oneLine === '' || oneLine === ' ') return oneLine;
  const longest = Math.max(0, ...Array.from(oneLine.matchAll(/`+/gu), ([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return longest === 0 ? ticks + oneLine + ticks : `${ticks} ${oneLine} ${ticks}`;
}

export function codeFence(code: string, language: string): string {
  return `\`\`\`${language}\n${code.replace(/\n$/u, '')}\n\`\`\``;
}

/** A heading with an anchor of its own, in place of one that is made of its text. */
export function heading(level: number, text: string, anchor: string): string {
  return `${'#'.repeat(level)} ${text} {#${anchor}}`;
}

/** A table, without the last column where it would be empty. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = rows.every((row) => row.at(-1) === '') ? head.length - 1 : head.length;
  const line = (cells: readonly string[]) =>
    `| ${cells.slice(0, width).map(tableCell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A line break or a bar would end the cell. */
function tableCell(markdown: string): string {
  return markdown
    .trim()
    .replaceAll(/\n{2,}/gu, '<br><br>')
    .replaceAll('\n', ' ')
    .replaceAll('|', String.raw`\|`);
}

export function joinBlocks(blocks: readonly (string | undefined)[]): string {
  return blocks.filter((block) => block !== undefined && block !== '').join('\n\n');
}
