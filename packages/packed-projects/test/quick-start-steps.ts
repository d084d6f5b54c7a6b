/** What a page of a quick start has its reader do, or see. */
export type Step =
  /** A file is written; what the page adds to one it has written before stands behind it. */
  | { readonly kind: 'file'; readonly line: number; readonly path: string; readonly text: string }
  /** Commands are run; below them may stand what they print. */
  | {
      readonly kind: 'commands';
      readonly line: number;
      readonly script: string;
      readonly prints: string | undefined;
    }
  /** The running server prints this. */
  | { readonly kind: 'printed'; readonly line: number; readonly text: string }
  /** An address of the running server is opened. */
  | { readonly kind: 'address'; readonly line: number; readonly url: string };

/** A code block, or an address in the text between two. */
interface Part {
  readonly line: number;
  readonly language: string | undefined;
  readonly name: string | undefined;
  readonly text: string;
  /** Whether nothing but empty lines stands between it and the block above. */
  readonly isDirectlyBelow: boolean;
}

/**
 * The steps of a page, in order. Blocks that are named (`ts [src/shop.ts]`) are files, those of `sh`
 * are commands, and a `text` or `json` block directly below is what these print. Any other `text` is
 * printed by the server, and every address of it that the text names is opened.
 *
 * @throws Error for a block that is none of these, since it would not be tried
 */
export function quickStartSteps(markdown: string): readonly Step[] {
  const parts = partsOf(markdown);
  return parts.flatMap((part, index) => {
    const above = parts[index - 1];
    const isPrinted = isAnswer(part) && part.isDirectlyBelow && above?.language === 'sh';
    return isPrinted ? [] : [stepOf(part, parts[index + 1])];
  });
}

function stepOf({ line, language, name, text }: Part, below: Part | undefined): Step {
  if (language === undefined) return { kind: 'address', line, url: text };
  if (name !== undefined) return { kind: 'file', line, path: name, text };
  if (language === 'text') return { kind: 'printed', line, text };
  if (language === 'sh') {
    const prints = below && isAnswer(below) && below.isDirectlyBelow ? below.text : undefined;
    return { kind: 'commands', line, script: text, prints };
  }
  throw new Error(`Line ${line}: a block of ${language} that has no name is never tried`);
}

const isAnswer = ({ language, name }: Part): boolean =>
  name === undefined && (language === 'text' || language === 'json');

function partsOf(markdown: string): readonly Part[] {
  const block = /^```(?<language>\w+)(?: \[(?<name>\S+\.\w+)\])?\n(?<text>.*?)^```$/;
  const address = /(?<url>http:\/\/127\.0\.0\.1:3000[\w/.-]*\w)/;
  const pattern = new RegExp(`${block.source}|${address.source}`, 'gms');
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: whole, index, groups = {} } of markdown.matchAll(pattern)) {
    const between = markdown.slice(end, index);
    refuseBlocks(between);
    parts.push({
      line: markdown.slice(0, index).split('\n').length,
      language: groups['language'],
      name: groups['name'],
      text: groups['text'] ?? groups['url'] ?? '',
      isDirectlyBelow: end > 0 && between.trim() === '',
    });
    end = index + whole.length;
  }
  refuseBlocks(markdown.slice(end));
  return parts;
}

/** What the pattern has passed over is no block that it knows. */
function refuseBlocks(passedOver: string): void {
  const unread = /^```.*$/m.exec(passedOver);
  if (unread) throw new Error(`A block that can't be read: ${unread[0]}`);
}
