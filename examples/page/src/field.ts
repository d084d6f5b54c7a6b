import { byId } from './element.js';

/** A field of a form, with a line below it for its problem. */
export class Field<Input extends HTMLInputElement | HTMLSelectElement> {
  readonly input: Input;
  readonly #problem: HTMLElement;

  /** @param id The id of the input; the id of the line is `<id>-problem`. */
  constructor(id: string, kind: abstract new () => Input) {
    this.input = byId(id, kind);
    this.#problem = byId(`${id}-problem`, HTMLElement);
  }

  get value(): string {
    return this.input.value.trim();
  }

  /** Shows a problem; an empty text removes it. */
  showProblem(problem: string): void {
    this.#problem.textContent = problem;
    this.input.ariaInvalid = String(problem !== '');
  }
}
