import type { ChildProcessByStdio } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import type { Readable } from 'node:stream';

/** The output of a process, on standard output and standard error. */
export class QuickStartOutput {
  readonly #changes = new EventEmitter();
  #text = '';
  #isComplete = false;

  constructor(child: ChildProcessByStdio<null, Readable, Readable>) {
    const add = (text: string): void => {
      this.#text += text;
      this.#changes.emit('change');
    };
    child.stdout.setEncoding('utf8').on('data', add);
    child.stderr.setEncoding('utf8').on('data', add);
    child.on('close', () => {
      this.#isComplete = true;
      this.#changes.emit('change');
    });
  }

  /**
   * Waits for a match.
   *
   * @throws Error if the process ends, or a minute passes, without a match
   */
  async matching(pattern: RegExp): Promise<RegExpExecArray> {
    const signal = AbortSignal.timeout(60_000);
    for (;;) {
      const match = pattern.exec(this.#text);
      if (match) return match;
      if (this.#isComplete || signal.aborted) {
        const when = signal.aborted ? 'within a minute' : 'before its end';
        throw new Error(`The server did not print ${String(pattern)} ${when}, but:\n${this.#text}`);
      }
      // Rejects after a minute, which the loop checks.
      await once(this.#changes, 'change', { signal }).catch(() => undefined);
    }
  }
}
