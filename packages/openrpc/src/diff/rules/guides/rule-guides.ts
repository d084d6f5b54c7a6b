import type { RuleId } from '../rules.js';
import { handlingGuides } from './handling-guides.js';
import { errorGuides } from './error-guides.js';
import { httpGuides } from './http-guides.js';
import { methodGuides } from './method-guides.js';
import { paramGuides } from './param-guides.js';
import { resultGuides } from './result-guides.js';
import type { RuleGuide } from './rule-guide.js';

/** The guides of all rules, for the pages of the documentation and for `jsonrpc-kit rule`. */
export const ruleGuides: Readonly<Record<RuleId, RuleGuide>> = {
  ...methodGuides,
  ...handlingGuides,
  ...paramGuides,
  ...resultGuides,
  ...errorGuides,
  ...httpGuides,
};
