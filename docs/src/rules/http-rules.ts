import type { RuleId } from '@jsonrpc-kit/schema/diff';
import { documentExample, methodExample, type RuleGuide } from './rule-guide.js';

const text = { type: 'string' };
const ping = { name: 'ping', params: [] };

/** Returns a method with these members of `x-http`. */
const http = (members: object): object => ({ ...ping, 'x-http': members });
const headers = (...all: readonly object[]): object => http({ headers: all });
const tenant = { name: 'tenant', in: 'header', required: true, schema: text };
const security = (...all: readonly object[]): object => http({ security: all });
const basic = { httpBasic: [] };
const bearer = { httpBearer: [] };
const servers = (...urls: readonly string[]): object => ({
  methods: [ping],
  servers: urls.map((url) => ({ name: 'bank', url })),
});
const first = 'https://bank.example';
const second = 'https://eu.bank.example';
/** Returns a document with these limits of all methods. */
const limits = (members: object): object => ({ methods: [ping], 'x-limits': members });

type Rule = Extract<RuleId, `${'path' | 'server' | 'header' | 'credential' | 'limit'}-${string}`>;

export const httpRules: Readonly<Record<Rule, RuleGuide>> = {
  'path-changed': {
    change: 'The entrypoint of the method is at another path.',
    advice:
      'Bind the entrypoint at both paths. Remove the old one when no client calls it any more.',
    example: methodExample(
      { ...ping, 'x-entrypoint': '/api/v1' },
      { ...ping, 'x-entrypoint': '/api/v2' },
    ),
  },
  'server-removed': {
    change: '`servers` no longer lists a URL.',
    advice: 'Keep the old server running, or redirect its host name, until no client uses it.',
    example: documentExample(servers(first, second), servers(second)),
  },
  'server-added': {
    change: '`servers` lists another URL.',
    advice: 'There is nothing to do.',
    example: documentExample(servers(first), servers(first, second)),
  },
  'header-added-required': {
    change: 'The method needs a header or a cookie that it did not need.',
    advice: 'Make the header optional, and use a default.',
    example: methodExample(ping, headers(tenant)),
  },
  'header-made-required': {
    change: 'Clients could leave the header or the cookie out, and now they must send it.',
    advice: 'Keep the header optional, and use a default.',
    example: methodExample(headers({ ...tenant, required: false }), headers(tenant)),
  },
  'header-narrowed': {
    change: 'The new schema of a header or a cookie rejects values that the old schema accepts.',
    advice: 'Keep accepting the old values, and convert them on the server.',
    example: methodExample(
      headers(tenant),
      headers({ ...tenant, schema: { ...text, maxLength: 20 } }),
    ),
  },
  'header-undecided': {
    change:
      'The schemas of a header or a cookie differ in a way that the comparison does not understand, such as two patterns.',
    advice: 'See [param-undecided](./param-undecided.md).',
    example: methodExample(
      headers({ ...tenant, schema: { ...text, pattern: '^a' } }),
      headers({ ...tenant, schema: { ...text, pattern: '^a+' } }),
    ),
  },
  'header-added-optional': {
    change: 'The method reads another header or cookie, which clients may leave out.',
    advice: 'Make sure that a call without it does what it did before.',
    example: methodExample(ping, headers({ ...tenant, required: false })),
  },
  'credential-required': {
    change: 'The method could be called without a credential, and now it needs one.',
    advice:
      'Require the credential in a new method or a new entrypoint, and deprecate the old one.',
    example: methodExample(ping, security(bearer)),
  },
  'credential-scheme-changed': {
    change: 'None of the previously accepted credentials is accepted any more.',
    advice: 'Accept the old scheme and the new one, for example with `anyOfSecurity()`.',
    example: methodExample(security(basic), security(bearer)),
  },
  'credential-widened': {
    change: 'The method also accepts other credentials, or no longer needs any.',
    advice: 'There is nothing to do.',
    example: methodExample(security(basic), security(basic, bearer)),
  },
  'limit-lowered': {
    change:
      'A number in `x-limits` is smaller, or the limit is new: the bytes of a body, the calls of a batch, the time of a call, or the calls of a client per period.',
    advice:
      'Find out which clients exceed the new limit, and inform them first. Limit a new client or a new method instead of the existing ones.',
    example: documentExample(limits({ maxBatchSize: 1000 }), limits({ maxBatchSize: 100 })),
  },
  'limit-raised': {
    change: 'A number in `x-limits` is larger, or the limit is gone.',
    advice: 'There is nothing to do.',
    example: documentExample(limits({ timeout: 30_000 }), limits({ timeout: 60_000 })),
  },
  'limit-undecided': {
    change:
      'A limit in `x-limits` changed from or to one without a number, such as a rate limit whose store does not publish its points.',
    advice:
      'Set `points` and `duration` of the store, so that the document contains them. Or list the change in the [ignore file](../breaking-changes.md#accept-a-breaking-change).',
    example: documentExample(
      limits({ rateLimit: { calls: 100, seconds: 60 } }),
      limits({ rateLimit: {} }),
    ),
  },
};
