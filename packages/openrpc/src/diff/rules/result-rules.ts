/** Rules for what clients receive: results, and the params of events. */
export const resultRules = {
  'result-member-removed': {
    severity: 'wire',
    consequence: 'Clients that read the member no longer find it',
  },
  'result-member-made-optional': {
    severity: 'wire',
    consequence: 'Clients that rely on the member may not find it',
  },
  'result-nullable': { severity: 'wire', consequence: 'Clients that expect a value may get null' },
  'result-type-widened': {
    severity: 'wire',
    consequence: 'Clients may get a type that they do not expect',
  },
  'result-enum-widened': {
    severity: 'wire',
    consequence: 'Clients may get a value that they do not know',
  },
  'result-constraint-widened': {
    severity: 'wire',
    consequence: 'Clients may get a value outside the limits that they rely on',
  },
  'result-unknown-members-added': {
    severity: 'wire',
    consequence: 'Clients that reject unknown members reject the value',
  },
  'result-optional-member-removed': {
    severity: 'types',
    consequence: 'Clients that read it no longer compile',
  },
  'result-member-added': { severity: 'compatible', consequence: 'Existing clients do not read it' },
  'result-enum-narrowed': {
    severity: 'types',
    consequence: 'Clients that compare it with a removed value no longer compile',
  },
  'result-narrowed': {
    severity: 'compatible',
    consequence: 'Everything that clients get still fits what they expect',
  },
  'result-undecided': {
    severity: 'unknown',
    consequence: 'Clients may get a value that does not fit what they expect',
  },
} as const;
