/**
 * How bad a change is. `wire`: existing clients fail at run time. `types`: they work, but do not compile
 * with types of the new document. `unknown`: it could not be decided. `compatible`: no client breaks.
 */
export type Severity = 'compatible' | 'types' | 'unknown' | 'wire';

/** How the changes that a rule reports affect clients. */
export interface Rule {
  /** Which clients break. */
  readonly severity: Severity;
  /** Who breaks, as a sentence without a full stop. */
  readonly consequence: string;
}

const all = {
  // Methods
  'method-removed': { severity: 'wire', consequence: 'Clients that call it get MethodNotFound' },
  'method-renamed': {
    severity: 'wire',
    consequence: 'Clients that call the old name get MethodNotFound',
  },
  'method-added': { severity: 'compatible', consequence: 'Existing clients do not call it' },
  'param-structure-narrowed': {
    severity: 'wire',
    consequence: 'Clients that send the other structure get InvalidParams',
  },
  'param-structure-widened': {
    severity: 'compatible',
    consequence: 'Params that existing clients send are still accepted',
  },
  'param-moved': {
    severity: 'wire',
    consequence: 'Clients that send params by position send it at the wrong position',
  },
  'method-became-notification': {
    severity: 'wire',
    consequence: 'Clients that send requests wait for a result that never comes',
  },
  'method-became-request': {
    severity: 'compatible',
    consequence: 'Existing clients keep sending notifications',
  },

  // Params
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

  // Results
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
    consequence: 'Clients that reject unknown members reject the result',
  },
  'result-optional-member-removed': {
    severity: 'types',
    consequence: 'Clients that read it no longer compile',
  },
  'result-member-added': { severity: 'compatible', consequence: 'Existing clients do not read it' },
  'result-enum-narrowed': {
    severity: 'types',
    consequence: 'Clients that compare the result with a removed value no longer compile',
  },
  'result-narrowed': {
    severity: 'compatible',
    consequence: 'Everything that clients get still fits what they expect',
  },
  'result-undecided': {
    severity: 'unknown',
    consequence: 'Clients may get a result that does not fit what they expect',
  },

  // Errors
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

  // HTTP
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

  // Lifecycle
  'method-deprecated': {
    severity: 'compatible',
    consequence: 'The method still works. Move clients to its replacement',
  },
  'method-undeprecated': { severity: 'compatible', consequence: 'Clients may use it again' },
  'deprecated-method-removed': {
    severity: 'compatible',
    consequence: 'It was deprecated, so clients had notice',
  },

  // Types
  'component-removed': {
    severity: 'types',
    consequence: 'Generated clients no longer have a type with this name',
  },
} as const;

/** The id of a rule, such as `param-made-required`. */
export type RuleId = keyof typeof all;

/** Every rule, by its id. The documentation has a page for each. */
export const rules: Readonly<Record<RuleId, Rule>> = all;
