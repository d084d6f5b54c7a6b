import type { DocumentKind } from './document-kind.js';
import { runCommand } from './run-command.js';

/** Ends the process: the application may have opened what would keep it alive. */
export async function main(kind: DocumentKind): Promise<never> {
  const code = await runCommand(kind, process.argv.slice(2), {
    out: (text) => written(process.stdout, text),
    note: (text) => written(process.stderr, text),
  });
  process.exit(code);
}

/** What goes into a pipe is written later, and lost where the process ends before. */
function written(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
