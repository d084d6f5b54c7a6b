/** Rules for what clients send. */
export const paramRules = {
  'param-added-required': {
    severity: 'wire',
    consequence: 'Clients that do not send it get InvalidParams',
  },
  'param-added-optional': {
    severity: 'compatible',
    consequence: 'Existing clients do not send it',
  },
  'param-removed': {
    severity: 'wire',
    consequence: 'Clients that send it are rejected, or the server ignores it',
  },
  'deprecated-param-removed': {
    severity: 'compatible',
    consequence: 'It was deprecated, so clients had notice',
  },
  'param-renamed': {
    severity: 'types',
    consequence: 'Existing clients keep working, but argument names in generated code change',
  },
  'param-made-required': {
    severity: 'wire',
    consequence: 'Clients that leave it out get InvalidParams',
  },
  'param-made-optional': {
    severity: 'compatible',
    consequence: 'Existing clients keep sending it',
  },
  'param-deprecated': {
    severity: 'compatible',
    consequence: 'It still works. Clients should stop sending it',
  },
  'param-undeprecated': { severity: 'compatible', consequence: 'Clients may send it again' },
  'param-type-narrowed': {
    severity: 'wire',
    consequence: 'Clients that send another type get InvalidParams',
  },
  'param-enum-narrowed': {
    severity: 'wire',
    consequence: 'Clients that send another value get InvalidParams',
  },
  'param-constraint-narrowed': {
    severity: 'wire',
    consequence: 'Clients that send a value outside the limits get InvalidParams',
  },
  'param-member-made-required': {
    severity: 'wire',
    consequence: 'Clients that leave the member out get InvalidParams',
  },
  'param-unknown-members-rejected': {
    severity: 'wire',
    consequence: 'Clients that send other members get InvalidParams',
  },
  'param-member-removed': {
    severity: 'types',
    consequence: 'The server ignores it, but clients that set it no longer compile',
  },
  'param-default-changed': {
    severity: 'wire',
    consequence: 'Clients that leave it out get different behavior',
  },
  'param-member-added': { severity: 'compatible', consequence: 'Existing clients do not send it' },
  'param-widened': {
    severity: 'compatible',
    consequence: 'Everything that existing clients send is still accepted',
  },
  'param-undecided': {
    severity: 'unknown',
    consequence: 'Clients may send values that are no longer accepted',
  },
} as const;
