import { choiceNames, type Choices, conflictOf, optionsOf } from '../src/project/choices.js';

/** Every combination of choices that the command accepts. */
export const combinations: readonly Choices[] = choiceNames
  .reduce<Partial<Choices>[]>(
    (all, name) =>
      all.flatMap((choices) => optionsOf(name).map((option) => ({ ...choices, [name]: option }))),
    [{}],
  )
  .filter((choices) => conflictOf(choices) === undefined) as Choices[];
