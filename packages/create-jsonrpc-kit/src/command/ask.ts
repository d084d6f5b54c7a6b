import type { Readable, Writable } from 'node:stream';
import { cancel, intro, isCancel, outro, select, text } from '@clack/prompts';
import {
  type ChoiceName,
  choiceNames,
  choices as allChoices,
  type Choices,
  optionsOf,
} from '../project/choices.js';
import { DEFAULT_FOLDER } from './parse-arguments.js';

/** A folder and all choices. */
export interface ProjectPlan {
  readonly folder: string;
  readonly choices: Choices;
}

/** A plan that may still lack the folder and some choices. */
export interface PartialPlan {
  readonly folder: string | undefined;
  readonly choices: Partial<Choices>;
}

export interface AskOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly defaults: Choices;
  /** Returns why a folder can't be used, or undefined if it can. */
  readonly problemOf: (folder: string) => string | undefined;
}

/** Asks for the missing parts of a plan. Resolves to undefined if the user cancels. */
export async function ask(
  plan: PartialPlan,
  { input, output, defaults, problemOf }: AskOptions,
): Promise<ProjectPlan | undefined> {
  const streams = { input, output };
  const onCancelled = (): undefined => {
    cancel('Cancelled. Nothing was written.', { output });
  };
  intro('A JSON-RPC 2.0 service with jsonrpc-kit', { output });

  const folder =
    plan.folder ??
    (await text({
      ...streams,
      message: 'Folder',
      placeholder: DEFAULT_FOLDER,
      defaultValue: DEFAULT_FOLDER,
      validate: (value) => problemOf(value === undefined || value === '' ? DEFAULT_FOLDER : value),
    }));
  if (isCancel(folder)) return onCancelled();

  const choices: Partial<Record<ChoiceName, string>> = { ...plan.choices };
  for (const name of choiceNames.filter((each) => choices[each] === undefined)) {
    const { question, options } = allChoices[name];
    const labels: Readonly<Record<string, string>> = options;
    const possible = optionsOf(name, choices as Partial<Choices>);
    const option =
      possible.length === 1
        ? possible[0]
        : await select({
            ...streams,
            message: question,
            options: possible.map((value) => ({ value, label: labels[value] ?? value })),
            initialValue: defaults[name],
          });
    if (isCancel(option)) return onCancelled();
    if (option !== undefined) choices[name] = option;
  }
  outro(`Creating ${folder}`, { output });
  return { folder, choices: choices as Choices };
}
