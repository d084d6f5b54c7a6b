/** A step of a quick start. */
export type Step =
  /** A file to write, or to append to if an earlier step has written it. */
  | { readonly kind: 'file'; readonly line: number; readonly path: string; readonly text: string }
  /** Commands to run, with their expected output if the page shows it. */
  | {
      readonly kind: 'commands';
      readonly line: number;
      readonly script: string;
      readonly prints: string | undefined;
    }
  /** The expected output of the running server. */
  | { readonly kind: 'printed'; readonly line: number; readonly text: string }
  /** An address of the running server to open. */
  | { readonly kind: 'address'; readonly line: number; readonly url: string };

/** A code block, or an address in the text between code blocks. */
interface Part {
  readonly line: number;
  readonly language: string | undefined;
  readonly name: string | undefined;
  /** The label of its tab, if it is one of a group. */
  readonly tab: string | undefined;
  readonly text: string;
  /** Whether only empty lines separate it from the block above. */
  readonly isDirectlyBelow: boolean;
}

/**
 * Reads the steps of a page, in order. Blocks with a name (`ts [src/shop.ts]`) are files. Blocks of `sh`
 * are commands, and a `text` or `json` block directly below shows their output. Any other `text` is
 * output of the server, and every address of the server in the text is opened. Of blocks in tabs
 * (`ts src/server.ts [Hono]`, `sh [Hono]`), only those with the label `tab` are steps.
 *
 * @throws Error for any other block, because it would not be tested
 */
export function quickStartSteps(markdown: string, tab?: string): readonly Step[] {
  const parts = partsOf(markdown).filter((part) => part.tab === undefined || part.tab === tab);
  return parts.flatMap((part, index) => {
    const above = parts[index - 1];
    const isPrinted = isOutput(part) && part.isDirectlyBelow && above?.language === 'sh';
    return isPrinted ? [] : [stepOf(part, parts[index + 1])];
  });
}

function stepOf({ line, language, name, text }: Part, below: Part | undefined): Step {
  if (language === undefined) return { kind: 'address', line, url: text };
  if (name !== undefined) return { kind: 'file', line, path: name, text };
  if (language === 'text') return { kind: 'printed', line, text };
  if (language === 'sh') {
    const prints = below && isOutput(below) && below.isDirectlyBelow ? below.text : undefined;
    return { kind: 'commands', line, script: text, prints };
  }
  throw new Error(`Line ${line}: a block of ${language} without a name is never tested`);
}

const isOutput = ({ language, name }: Part): boolean =>
  name === undefined && (language === 'text' || language === 'json');

function partsOf(markdown: string): readonly Part[] {
  const title = / \[(?<name>\S+\.\w+)\]|(?: (?<file>\S+\.\w+))? \[(?<tab>[A-Z]\w+|node:http)\]/;
  const block = new RegExp(`^\`\`\`(?<language>\\w+)(?:${title.source})?\\n(?<text>.*?)^\`\`\`$`);
  const address = /(?<url>http:\/\/127\.0\.0\.1:3000[\w/.-]*\w)/;
  const pattern = new RegExp(`${block.source}|${address.source}`, 'gms');
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: whole, index, groups = {} } of markdown.matchAll(pattern)) {
    const between = markdown.slice(end, index);
    rejectBlocks(between);
    parts.push({
      line: markdown.slice(0, index).split('\n').length,
      language: groups['language'],
      name: groups['name'] ?? groups['file'],
      tab: groups['tab'],
      text: groups['text'] ?? groups['url'] ?? '',
      isDirectlyBelow: end > 0 && between.trim() === '',
    });
    end = index + whole.length;
  }
  rejectBlocks(markdown.slice(end));
  return parts;
}

/** Rejects blocks in the text that the pattern has skipped. */
function rejectBlocks(skipped: string): void {
  const unread = /^```.*$/m.exec(skipped);
  if (unread) throw new Error(`A block that can't be read: ${unread[0]}`);
}
