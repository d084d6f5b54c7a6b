/** Rules for how clients reach a server. */
export const httpRules = {
  'path-changed': { severity: 'wire', consequence: 'Clients that call the old path get 404' },
  'server-removed': {
    severity: 'wire',
    consequence: "Clients that use it can't connect",
  },
  'server-added': { severity: 'compatible', consequence: 'Existing clients do not use it' },
  'header-added-required': {
    severity: 'wire',
    consequence: 'Clients that do not send it are rejected',
  },
  'header-made-required': {
    severity: 'wire',
    consequence: 'Clients that leave it out are rejected',
  },
  'header-narrowed': {
    severity: 'wire',
    consequence: 'Clients that send another value are rejected',
  },
  'header-undecided': {
    severity: 'unknown',
    consequence: 'Clients may send values that are no longer accepted',
  },
  'header-added-optional': {
    severity: 'compatible',
    consequence: 'Existing clients do not send it',
  },
  'credential-required': {
    severity: 'wire',
    consequence: 'Clients without the credential get 401',
  },
  'credential-scheme-changed': {
    severity: 'wire',
    consequence: 'Clients that send the old credential get 401',
  },
  'credential-widened': {
    severity: 'compatible',
    consequence: 'The credentials of existing clients are still accepted',
  },
  'limit-lowered': {
    severity: 'wire',
    consequence: 'Clients that exceed the new limit are rejected',
  },
  'limit-raised': {
    severity: 'compatible',
    consequence: 'Calls of existing clients stay within the limit',
  },
  'limit-undecided': {
    severity: 'unknown',
    consequence: 'Clients may exceed a limit that the document does not publish',
  },
} as const;
