import type { ChildProcessByStdio } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import type { Readable } from 'node:stream';

/** What a process prints on both of its outputs, to be waited for. */
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

  /** @throws Error where it ends without a match, or there is none for a minute */
  async matching(pattern: RegExp): Promise<RegExpExecArray> {
    const signal = AbortSignal.timeout(60_000);
    for (;;) {
      const match = pattern.exec(this.#text);
      if (match) return match;
      if (this.#isComplete || signal.aborted) {
        const why = signal.aborted ? 'For a minute' : 'To its end';
        throw new Error(
          `${why} the server has not printed ${String(pattern)}, but:\n${this.#text}`,
        );
      }
      // Rejects when the time is over, which is looked at above.
      await once(this.#changes, 'change', { signal }).catch(() => undefined);
    }
  }
}
