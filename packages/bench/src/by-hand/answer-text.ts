import type { Answer } from './json-rpc.js';
import { parseError } from './response.js';

type Handle = (message: unknown, token: string | undefined) => Answer | Promise<Answer>;

/** From the text of a body to the text of its answer; undefined where nothing is answered. */
export function answerText(
  handle: Handle,
  text: string,
  token: string | undefined,
): string | undefined | Promise<string | undefined> {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return JSON.stringify(parseError(null));
  }
  const answer = handle(message, token);
  return answer instanceof Promise ? answer.then(encode) : encode(answer);
}

function encode(answer: Answer): string | undefined {
  return answer === undefined ? undefined : JSON.stringify(answer);
}
