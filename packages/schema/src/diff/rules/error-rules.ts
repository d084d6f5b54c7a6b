import type { Rule } from './rule.js';

/** Rules for the errors that clients receive. */
export const errorRules: Readonly<Record<ErrorRuleId, Rule>> = {
  'error-added': {
    severity: 'types',
    consequence: 'Clients that handle every declared code may get another one',
  },
  'error-removed': {
    severity: 'types',
    consequence:
      'Clients that check for its code no longer compile, because the error type lacks the code',
  },
  'error-code-changed': {
    severity: 'wire',
    consequence: 'Clients that handle the old code do not recognize the error',
  },
  'error-code-reused': {
    severity: 'wire',
    consequence: 'Clients mistake the new error for the one that had this code before',
  },
  'error-data-removed': {
    severity: 'wire',
    consequence: 'Clients that read the data no longer find it',
  },
  'error-data-added': { severity: 'compatible', consequence: 'Existing clients do not read it' },
  'error-data-widened': {
    severity: 'wire',
    consequence: 'Clients may get data that does not fit what they expect',
  },
  'error-data-narrowed': {
    severity: 'compatible',
    consequence: 'All data that clients get still fits what they expect',
  },
  'error-data-undecided': {
    severity: 'unknown',
    consequence: 'Clients may get data that does not fit what they expect',
  },
};

export type ErrorRuleId =
  | 'error-added'
  | 'error-removed'
  | 'error-code-changed'
  | 'error-code-reused'
  | 'error-data-removed'
  | 'error-data-added'
  | 'error-data-widened'
  | 'error-data-narrowed'
  | 'error-data-undecided';
