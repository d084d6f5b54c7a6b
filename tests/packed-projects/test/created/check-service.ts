/**
 * Calls the method of a created project, and opens its page and its API schemas.
 *
 * @throws Error if one of them is wrong
 */
export async function checkService(url: string): Promise<void> {
  const greeting = await fetch(`${url}/api/v1/jsonrpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"greet","params":{"name":"Ann"}}',
  });
  const result =
    /^\{"jsonrpc":"2\.0","id":1,"result":\{"message":"Hello, Ann(?:\. This is visit \d+)?"\}\}$/;
  await expectText(greeting, result);
  await expectText(await fetch(`${url}/docs`), /<title>Greetings 1\.0\.0<\/title>/);
  await expectText(await fetch(`${url}/docs/explorer.css`), /--accent/);
  await expectText(await fetch(`${url}/openapi.json`), /"maxLength":100/);
}

async function expectText(response: Response, pattern: RegExp): Promise<void> {
  const text = await response.text();
  if (response.ok && pattern.test(text)) return;
  throw new Error(`${response.url} responds with ${response.status} without ${pattern}:\n${text}`);
}
