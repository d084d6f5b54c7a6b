/** Rules for methods and events as a whole, and for how methods receive params. */
export const methodRules = {
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
  'event-removed': {
    severity: 'wire',
    consequence: 'The server no longer sends it, so clients that wait for it get nothing',
  },
  'event-renamed': {
    severity: 'wire',
    consequence: 'The server sends the new name, which existing clients do not handle',
  },
  'event-added': {
    severity: 'compatible',
    consequence: 'Existing clients do not subscribe to it',
  },
} as const;

/** Rules for deprecations. */
export const lifecycleRules = {
  'method-deprecated': {
    severity: 'compatible',
    consequence: 'It still works. Move clients to its replacement',
  },
  'method-undeprecated': { severity: 'compatible', consequence: 'Clients may use it again' },
  'deprecated-method-removed': {
    severity: 'compatible',
    consequence: 'It was deprecated, so clients had notice',
  },
} as const;

/** Rules for the types of generated clients. */
export const typeRules = {
  'component-removed': {
    severity: 'types',
    consequence: 'Generated clients no longer have a type with this name',
  },
} as const;
