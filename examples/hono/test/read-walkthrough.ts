/** A command of the walkthrough, and its output. */
export interface Step {
  /** The line above the command. */
  readonly title: string;
  readonly command: string;
  readonly output: string;
}

/**
 * Reads the steps of a walkthrough: below a heading with that word, each `sh` block with the `text`
 * block that follows it. Empty if there is no such heading.
 */
export function readWalkthrough(markdown: string): Step[] {
  const section =
    /^## [^\n]*\bwalkthrough\b[^\n]*\n(.*?)(?=^## |$(?![^]))/ims.exec(markdown)?.[1] ?? '';
  const blocks = [...section.matchAll(/^(?:([^`\n]+)\n\n)?```(\w+)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, title = '', language, command = ''], index) => {
    if (language !== 'sh') return [];
    const [, , nextLanguage, output = ''] = blocks[index + 1] ?? [];
    if (nextLanguage !== 'text') throw new Error(`The command has no output:\n${command}`);
    return [{ title, command, output }];
  });
}
