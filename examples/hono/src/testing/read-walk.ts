/** A command of a walk, and what it prints. */
export interface Step {
  /** The last line of what stands above the command. */
  readonly title: string;
  readonly command: string;
  readonly output: string;
}

/**
 * The steps of a walk: under a heading that names it (`## A walk by curl`), each `sh` block with the
 * `text` block after it. Empty where the text has no such heading.
 */
export function readWalk(markdown: string): Step[] {
  const section = /^## [^\n]*\bwalk\b[^\n]*\n(.*?)(?=^## |$(?![^]))/ims.exec(markdown)?.[1] ?? '';
  const blocks = [...section.matchAll(/^(?:([^`\n]+)\n\n)?```(\w+)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, title = '', language, command = ''], index) => {
    if (language !== 'sh') return [];
    const [, , nextLanguage, output = ''] = blocks[index + 1] ?? [];
    if (nextLanguage !== 'text') throw new Error(`No output stands after the command:\n${command}`);
    return [{ title, command, output }];
  });
}
