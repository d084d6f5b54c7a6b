import { type ErrorRuleId, errorRules } from './error-rules.js';
import { type HttpRuleId, httpRules } from './http-rules.js';
import {
  type LifecycleRuleId,
  lifecycleRules,
  type MethodRuleId,
  methodRules,
  type TypeRuleId,
  typeRules,
} from './method-rules.js';
import { type ParamRuleId, paramRules } from './param-rules.js';
import { type ResultRuleId, resultRules } from './result-rules.js';
import type { Rule } from './rule.js';

/** The id of a rule, such as `param-made-required`. */
export type RuleId =
  | ErrorRuleId
  | HttpRuleId
  | LifecycleRuleId
  | MethodRuleId
  | ParamRuleId
  | ResultRuleId
  | TypeRuleId;

/** Every rule, by its id. The documentation has a page for each. */
export const rules: Readonly<Record<RuleId, Rule>> = {
  ...methodRules,
  ...paramRules,
  ...resultRules,
  ...errorRules,
  ...httpRules,
  ...lifecycleRules,
  ...typeRules,
};
