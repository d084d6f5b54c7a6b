import { handlingRules } from './handling-rules.js';
import { errorRules } from './error-rules.js';
import { httpRules } from './http-rules.js';
import { lifecycleRules, methodRules, typeRules } from './method-rules.js';
import { paramRules } from './param-rules.js';
import { resultRules } from './result-rules.js';
import type { Rule } from './rule.js';

/** The id of a rule, such as `param-made-required`. */
export type RuleId =
  | keyof typeof handlingRules
  | keyof typeof errorRules
  | keyof typeof httpRules
  | keyof typeof lifecycleRules
  | keyof typeof methodRules
  | keyof typeof paramRules
  | keyof typeof resultRules
  | keyof typeof typeRules;

/** Every rule, by its id. The documentation has a page for each. */
export const rules: Readonly<Record<RuleId, Rule>> = {
  ...methodRules,
  ...handlingRules,
  ...paramRules,
  ...resultRules,
  ...errorRules,
  ...httpRules,
  ...lifecycleRules,
  ...typeRules,
};
