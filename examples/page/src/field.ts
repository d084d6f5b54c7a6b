import { byId } from './element.js';

/** A field of a form, with the line below it that says what is wrong with it. */
export class Field<Input extends HTMLInputElement | HTMLSelectElement> {
  readonly input: Input;
  readonly #problem: HTMLElement;

  /** @param id that of the input; the line's is `<id>-problem` */
  constructor(id: string, kind: abstract new () => Input) {
    this.input = byId(id, kind);
    this.#problem = byId(`${id}-problem`, HTMLElement);
  }

  get value(): string {
    return this.input.value.trim();
  }

  /** Nothing is wrong where there is no text. */
  refuse(problem: string): void {
    this.#problem.textContent = problem;
    this.input.ariaInvalid = String(problem !== '');
  }
}
