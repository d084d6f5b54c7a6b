import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

/** A terminal whose keys a test presses. */
export class TestTerminal {
  readonly input: PassThrough = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => 1,
  });
  readonly output: PassThrough = Object.assign(new PassThrough(), {
    isTTY: true,
    columns: 80,
    rows: 40,
  });
  #screen = '';

  constructor() {
    this.output.setEncoding('utf8').on('data', (text: string) => {
      this.#screen += stripVTControlCharacters(text);
    });
  }

  get screen(): string {
    return this.#screen;
  }

  /** Waits for a question, and then presses keys. */
  async press(question: string, keys: string): Promise<void> {
    while (!this.#screen.includes(question)) {
      await new Promise((resolve) => this.output.once('data', resolve));
    }
    this.#screen = '';
    this.input.write(keys);
  }
}

export const ENTER = '\r';
export const DOWN = '\u001B[B';
export const CTRL_C = '\u0003';
