import type { Rule } from './rule.js';

/** The severity and the consequence of each rule, as in {@link Rule}. */
const RULES = {
  // Methods and events as a whole, and how methods receive params.
  'method-removed': ['wire', 'Clients that call it get MethodNotFound'],
  'method-renamed': ['wire', 'Clients that call the old name get MethodNotFound'],
  'method-added': ['compatible', 'Existing clients do not call it'],
  'param-structure-narrowed': ['wire', 'Clients that send the other structure get InvalidParams'],
  'param-structure-widened': ['compatible', 'Params that existing clients send are still accepted'],
  'param-moved': ['wire', 'Clients that send params by position send it at the wrong position'],
  'method-became-notification': [
    'wire',
    'Clients that send requests wait for a result that never comes',
  ],
  'method-became-request': ['compatible', 'Existing clients keep sending notifications'],
  'event-removed': [
    'wire',
    'The server no longer sends it, so clients that wait for it get nothing',
  ],
  'event-renamed': ['wire', 'The server sends the new name, which existing clients do not handle'],
  'event-added': ['compatible', 'Existing clients do not subscribe to it'],

  // How a server handles repeated calls and notifications.
  'idempotency-removed': [
    'wire',
    'Clients that send the member idempotencyKey get InvalidRequest, and with the header a retry runs the call again',
  ],
  'idempotency-key-required': ['wire', 'Clients that send no key get InvalidRequest'],
  'idempotency-key-optional': ['compatible', 'Existing clients keep sending a key'],
  'idempotency-added': [
    'compatible',
    'Calls without a key, as existing clients send them, run as before',
  ],
  'durability-removed': [
    'wire',
    'Notifications that clients assume to be stored are lost if the server stops',
  ],
  'durability-added': ['compatible', 'Existing clients keep sending notifications'],
  'notifications-rejected': ['wire', 'Notifications of clients no longer run the method'],
  'notifications-accepted': ['compatible', 'Existing clients keep sending calls'],

  // What clients send.
  'param-added-required': ['wire', 'Clients that do not send it get InvalidParams'],
  'param-added-optional': ['compatible', 'Existing clients do not send it'],
  'param-removed': ['wire', 'Clients that send it are rejected, or the server ignores it'],
  'deprecated-param-removed': ['compatible', 'It was deprecated, so clients had notice'],
  'param-renamed': [
    'types',
    'Existing clients keep working, but argument names in generated code change',
  ],
  'param-made-required': ['wire', 'Clients that leave it out get InvalidParams'],
  'param-made-optional': ['compatible', 'Existing clients keep sending it'],
  'param-deprecated': ['compatible', 'It still works. Clients should stop sending it'],
  'param-undeprecated': ['compatible', 'Clients may send it again'],
  'param-type-narrowed': ['wire', 'Clients that send another type get InvalidParams'],
  'param-enum-narrowed': ['wire', 'Clients that send another value get InvalidParams'],
  'param-constraint-narrowed': [
    'wire',
    'Clients that send a value outside the limits get InvalidParams',
  ],
  'param-member-made-required': ['wire', 'Clients that leave the member out get InvalidParams'],
  'param-unknown-members-rejected': ['wire', 'Clients that send other members get InvalidParams'],
  'param-member-removed': [
    'types',
    'The server ignores it, but clients that set it no longer compile',
  ],
  'param-default-changed': ['wire', 'Clients that leave it out get different behavior'],
  'param-member-added': ['compatible', 'Existing clients do not send it'],
  'param-widened': ['compatible', 'Everything that existing clients send is still accepted'],
  'param-undecided': ['unknown', 'Clients may send values that are no longer accepted'],

  // What clients receive: results, and the params of events.
  'result-member-removed': ['wire', 'Clients that read the member no longer find it'],
  'result-member-made-optional': ['wire', 'Clients that rely on the member may not find it'],
  'result-nullable': ['wire', 'Clients that expect a value may get null'],
  'result-type-widened': ['wire', 'Clients may get a type that they do not expect'],
  'result-enum-widened': ['wire', 'Clients may get a value that they do not know'],
  'result-constraint-widened': [
    'wire',
    'Clients may get a value outside the limits that they rely on',
  ],
  'result-unknown-members-added': ['wire', 'Clients that reject unknown members reject the value'],
  'result-optional-member-removed': ['types', 'Clients that read it no longer compile'],
  'result-member-added': ['compatible', 'Existing clients do not read it'],
  'result-enum-narrowed': [
    'types',
    'Clients that compare it with a removed value no longer compile',
  ],
  'result-narrowed': ['compatible', 'Everything that clients get still fits what they expect'],
  'result-undecided': ['unknown', 'Clients may get a value that does not fit what they expect'],

  // The errors that clients receive.
  'error-added': ['types', 'Clients that handle every declared code may get another one'],
  'error-removed': [
    'types',
    'Clients that check for its code no longer compile, because the error type lacks the code',
  ],
  'error-code-changed': ['wire', 'Clients that handle the old code do not recognize the error'],
  'error-code-reused': [
    'wire',
    'Clients mistake the new error for the one that had this code before',
  ],
  'error-message-changed': ['compatible', 'Clients recognize the error by its code'],
  'error-data-removed': ['wire', 'Clients that read the data no longer find it'],
  'error-data-added': ['compatible', 'Existing clients do not read it'],
  'error-data-widened': ['wire', 'Clients may get data that does not fit what they expect'],
  'error-data-narrowed': ['compatible', 'All data that clients get still fits what they expect'],
  'error-data-undecided': ['unknown', 'Clients may get data that does not fit what they expect'],

  // How clients reach a server.
  'path-changed': ['wire', 'Clients that call the old path get 404'],
  'server-removed': ['wire', "Clients that use it can't connect"],
  'server-added': ['compatible', 'Existing clients do not use it'],
  'header-added-required': ['wire', 'Clients that do not send it are rejected'],
  'header-made-required': ['wire', 'Clients that leave it out are rejected'],
  'header-narrowed': ['wire', 'Clients that send another value are rejected'],
  'header-undecided': ['unknown', 'Clients may send values that are no longer accepted'],
  'header-added-optional': ['compatible', 'Existing clients do not send it'],
  'credential-required': ['wire', 'Clients without the credential get 401'],
  'credential-scheme-changed': ['wire', 'Clients that send the old credential get 401'],
  'credential-widened': ['compatible', 'The credentials of existing clients are still accepted'],
  'limit-lowered': ['wire', 'Clients that exceed the new limit are rejected'],
  'limit-raised': ['compatible', 'Calls of existing clients stay within the limit'],
  'limit-undecided': ['unknown', 'Clients may exceed a limit that the document does not publish'],

  // Deprecations.
  'method-deprecated': ['compatible', 'It still works. Move clients to its replacement'],
  'method-undeprecated': ['compatible', 'Clients may use it again'],
  'deprecated-method-removed': ['compatible', 'It was deprecated, so clients had notice'],

  // The types of generated clients.
  'component-removed': ['types', 'Generated clients no longer have a type with this name'],
} as const;

/** The id of a rule, such as `param-made-required`. */
export type RuleId = keyof typeof RULES;

const entries = Object.entries(RULES).map(([id, [severity, consequence]]): [string, Rule] => [
  id,
  { severity, consequence },
]);

/** Every rule, by its id. The documentation has a page for each. */
export const rules: Readonly<Record<RuleId, Rule>> =
  // The compiler doesn't know that the entries have each id.
  Object.fromEntries(entries) as Record<RuleId, Rule>;
