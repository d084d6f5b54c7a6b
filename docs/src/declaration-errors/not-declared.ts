import type { ErrorSite } from './error-sites.js';

/** Errors that no declaration ends with, and when there are such. */
interface NotDeclared {
  readonly when: string;
  /** A file, or a folder that ends in a slash, below `packages`. */
  readonly in: string;
  /** A part of the message, where others of the file are errors of declarations. */
  readonly says?: string;
}

/** All that `declaration-errors.md` need not have. A new error is not among them. */
export const notDeclared: readonly NotDeclared[] = [
  { when: 'a call runs', in: 'core/src/args/scope-sources.ts' },
  { when: 'a call runs', in: 'core/src/dispatch/execute-method.ts' },
  { when: 'a call runs', in: 'core/src/dispatch/start-call.ts' },
  { when: 'a call runs', in: 'core/src/exchange/http-response.ts' },
  { when: 'a call runs', in: 'core/src/lifetime/open-dependencies.ts' },
  { when: 'a call runs', in: 'core/src/middleware/passage.ts' },
  { when: 'a call runs', in: 'core/src/protocol/encode-response.ts' },
  { when: 'a call runs', in: 'express/src/express-sources.ts' },
  { when: 'a call runs', in: 'fastify/src/fastify-sources.ts' },
  { when: 'a call runs', in: 'hono/src/hono-context.ts' },
  { when: 'a call runs', in: 'worker/src/thread-run.ts' },
  { when: 'a call runs', in: 'worker/src/thread/run-job.ts', says: "returns can't be sent" },
  { when: 'a call runs', in: 'worker/src/worker-pool.ts' },
  { when: 'an error is made', in: 'core/src/errors/http-error.ts' },
  { when: 'an error is made', in: 'core/src/errors/validate-data.ts' },
  { when: 'an error comes from a thread', in: 'worker/src/errors/' },
  { when: 'a test runs', in: 'testing/src/client/test-answer.ts' },
  { when: 'a test runs', in: 'testing/src/client/envelope-members.ts' },
  { when: 'a test runs', in: 'testing/src/client/settled-in-time.ts' },
  {
    when: 'a test runs',
    in: 'testing/src/client/json-rpc-test-client.ts',
    says: 'was not answered',
  },
  { when: 'a test runs', in: 'testing/src/client/json-rpc-test-client.ts', says: 'has no answer' },
  { when: 'a test runs', in: 'testing/src/client/json-rpc-test-client.ts', says: 'is closed' },
  { when: 'a test runs', in: 'testing/src/kit/dependency-overrides.ts' },
  { when: 'a test runs', in: 'testing/src/tracking/' },
  { when: 'a test runs', in: 'testing/src/transport/socket-transport.ts' },
  { when: 'a server is audited', in: 'testing/src/audit-command/' },
  { when: 'a command runs', in: 'schema/src/command/' },
  { when: 'a library makes a broken schema', in: 'schema/src/json-schema/valibot/valibot-node.ts' },
  {
    when: 'a library makes a broken schema',
    in: 'schema/src/json-schema/valibot/prepare-valibot.ts',
    says: 'An empty pipe',
  },
  {
    when: 'a library makes a broken schema',
    in: 'schema/src/json-schema/valibot/prepare-valibot.ts',
    says: 'v.lazy() gives no schema',
  },
];

export function isOf({ in: place, says }: NotDeclared, { file, texts }: ErrorSite): boolean {
  const isThere = place.endsWith('/') ? file.startsWith(place) : file === place;
  return isThere && (says === undefined || texts.some((text) => text.includes(says)));
}
