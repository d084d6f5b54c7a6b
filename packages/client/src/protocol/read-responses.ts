import {
  type HttpAnswer,
  HttpStatusError,
  InvalidResponseError,
} from '../errors/response-errors.js';
import { isResponseObject, type ResponseObject } from './response-object.js';

/**
 * The response objects in an HTTP answer, which count whatever its status is.
 *
 * @param isDue whether there has to be one: to notifications alone there is none
 * @throws HttpStatusError or InvalidResponseError
 */
export function readResponses(answer: HttpAnswer, isDue: boolean): readonly ResponseObject[] {
  const read = parse(answer.body);
  if (Array.isArray(read)) return read as readonly ResponseObject[];
  if (answer.status > 299) throw new HttpStatusError(answer);
  if (!isDue) return [];
  throw new InvalidResponseError(read as Fault, MESSAGES[read as Fault], answer);
}

type Fault = keyof typeof MESSAGES;

const MESSAGES = {
  'empty-body': 'The body of the answer is empty',
  'not-json': 'The body of the answer is not JSON',
  'not-json-rpc': 'The body of the answer is JSON, but no JSON-RPC 2.0 response',
} as const;

function parse(body: string): readonly ResponseObject[] | Fault {
  if (body.trim() === '') return 'empty-body';
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return 'not-json';
  }
  // A batch of one may come as an object, and the other way round: ids tell the answers apart.
  const responses: readonly unknown[] = Array.isArray(value) ? value : [value];
  return responses.length > 0 && responses.every(isResponseObject) ? responses : 'not-json-rpc';
}
