import { createClient, type Fetch, type RemoteMethods, safe } from '@jsonrpc-kit/client';

type Greetings = RemoteMethods<{
  greet: { params: { name: string }; result: string };
  // The server doesn't have this method.
  leave: { result: null };
}>;

/** Calls the greetings as a page in a browser does. Returns the results. */
export async function callGreetings(fetch: Fetch): Promise<readonly unknown[]> {
  const greetings = createClient<Greetings>({ url: 'http://edge.example/greetings', fetch });
  const rejected = await safe(greetings.leave());
  return [
    await greetings.greet({ name: 'Ann' }),
    await greetings.$batch((b) => [b.greet({ name: 'Bob' }), b.$notify.greet({ name: 'Eve' })]),
    rejected.ok ? 'found' : rejected.error.code,
  ];
}
