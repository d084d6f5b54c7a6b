import type { RuleId } from '../rules.js';
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

export const httpGuides: Readonly<Record<Rule, RuleGuide>> = {
  'path-changed': {
    change: 'The entrypoint of the method is at another path.',
    advice:
      'Keep an entrypoint at the old path that has the same methods. Remove it when clients no longer call it.',
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
    change: '`servers` lists a new URL.',
    advice: 'There is nothing to do.',
    example: documentExample(servers(first), servers(first, second)),
  },
  'header-added-required': {
    change: 'The method requires a header or a cookie that it did not require before.',
    advice: 'Make the header optional, with a default.',
    example: methodExample(ping, headers(tenant)),
  },
  'header-made-required': {
    change: 'Clients could omit the header or the cookie. Now they must send it.',
    advice: 'Keep the header optional, with a default.',
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
      'The schemas of a header or a cookie differ in a way that the comparison cannot decide, such as in a pattern with a lookahead.',
    advice: 'See [param-undecided](./param-undecided.md).',
    example: methodExample(
      headers({ ...tenant, schema: { ...text, pattern: '^[a-z]+$' } }),
      headers({ ...tenant, schema: { ...text, pattern: '^(?!admin)[a-z]+$' } }),
    ),
  },
  'header-added-optional': {
    change: 'The method reads a new header or cookie, which clients may omit.',
    advice: 'Make sure that a call without the header or cookie does what it did before.',
    example: methodExample(ping, headers({ ...tenant, required: false })),
  },
  'credential-required': {
    change: 'The method could be called without a credential. Now it requires one.',
    advice:
      'Require the credential in a new method or a new entrypoint, and deprecate the old one.',
    example: methodExample(ping, security(bearer)),
  },
  'credential-scheme-changed': {
    change: 'None of the previously accepted credentials is accepted any more.',
    advice: 'Accept both the old scheme and the new one, for example with `anyOfSecurity()`.',
    example: methodExample(security(basic), security(bearer)),
  },
  'credential-widened': {
    change: 'The method also accepts other credentials, or no longer requires one.',
    advice: 'There is nothing to do.',
    example: methodExample(security(basic), security(basic, bearer)),
  },
  'limit-lowered': {
    change:
      'A limit in `x-limits` is lower, or new. Limits are the bytes of a body, the calls of a batch, the time of a call, and the calls of a client per period.',
    advice:
      'Find out which clients exceed the new limit, and inform them before you lower it. If possible, apply the lower limit only to a new entrypoint or a new method.',
    example: documentExample(limits({ maxBatchSize: 1000 }), limits({ maxBatchSize: 100 })),
  },
  'limit-raised': {
    change: 'A limit in `x-limits` is higher, or was removed.',
    advice: 'There is nothing to do.',
    example: documentExample(limits({ timeout: 30_000 }), limits({ timeout: 60_000 })),
  },
  'limit-undecided': {
    change:
      'The old or the new value of a limit in `x-limits` is unknown. One example is a rate limit whose store does not state its points.',
    advice:
      'Set `points` and `duration` of the store, so that the document contains them. Or list the change in the [ignore file](../breaking-changes.md#accept-a-breaking-change).',
    example: documentExample(
      limits({ rateLimit: { calls: 100, seconds: 60 } }),
      limits({ rateLimit: {} }),
    ),
  },
};
