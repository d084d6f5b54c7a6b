import type { RuleId } from '@jsonrpc-kit/openrpc/diff';
import { errorRules } from './error-rules.js';
import { httpRules } from './http-rules.js';
import { methodRules } from './method-rules.js';
import { paramRules } from './param-rules.js';
import { resultRules } from './result-rules.js';
import type { RuleGuide } from './rule-guide.js';

/** The guides of all rules, which the pages of `guide/rules` are generated from. */
export const ruleGuides: Readonly<Record<RuleId, RuleGuide>> = {
  ...methodRules,
  ...paramRules,
  ...resultRules,
  ...errorRules,
  ...httpRules,
};
