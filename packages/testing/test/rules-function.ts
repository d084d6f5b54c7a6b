import type { FetchFunction } from '../src/conformance/target/audit-target.js';
import { answer, type Rules } from './rules.js';

/** The rules as a function that answers like `fetch`. */
export function rulesFunction(rules: Rules): FetchFunction {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const { status, headers, body } = await answer(rules, {
      verb: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: Buffer.from(await request.arrayBuffer()),
    });
    return new Response(body === '' ? null : body, { status, headers });
  };
}
