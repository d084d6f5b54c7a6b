/** Rules for the errors that clients receive. */
export const errorRules = {
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
  'error-message-changed': {
    severity: 'compatible',
    consequence: 'Clients recognize the error by its code',
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
} as const;
