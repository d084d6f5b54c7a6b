import { membersOf } from '../expectation/members.js';
import { type Answer, jsonOf } from '../target/answer.js';
import type { Transport } from '../target/audit-target.js';
import { requestText } from '../target/request-text.js';
import type { FoundMethods } from './find-methods.js';

/**
 * Why no call gets as far as a JSON-RPC server, and what to do about it; undefined where one does.
 * `first` is the answer to a call. A refusal of that one says nothing of the others yet.
 */
export async function findRefusal(
  send: (text: string) => ReturnType<Transport['send']>,
  first: Answer,
  found: FoundMethods,
): Promise<string | undefined> {
  const refusal = refusalIn(first);
  if (refusal === undefined) return undefined;
  const names = Object.values(found).filter((name) => name !== null);
  const others = await Promise.all(
    names.map((method) =>
      send(requestText({ method, params: {}, id: 'probe' })).then(refusalIn, () => undefined),
    ),
  );
  return others.every((other) => other === refusal) ? refusal : undefined;
}

function refusalIn(answer: Answer): string | undefined {
  const { status, headers } = answer;
  const every = `every request is answered with ${status}`;
  if (status === 401 || status === 403) {
    return `${every}; send credentials by --header, in code by the option headers`;
  }
  // Some servers give an error response a status of its own.
  if (isResponse(answer)) return undefined;
  if (status === 404) return `${every}: there is no JSON-RPC at this path`;
  if (status === 405) return `${every}: nothing at this path takes a POST`;
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null) {
    return `${every}, which leads to ${location}; audit that URL`;
  }
  return undefined;
}

function isResponse(answer: Answer): boolean {
  const json = jsonOf(answer);
  return json.ok && membersOf(json.value)?.['jsonrpc'] !== undefined;
}
