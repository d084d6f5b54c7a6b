import type { FuzzResponse } from './fuzz-connection.js';
import type { Expected, ExpectedResponse } from './reference-model.js';

/** The violations of the specification in a response, as sentences. */
export function checkResponse(
  response: FuzzResponse,
  expected: Expected,
  { toHead }: { readonly toHead: boolean },
): string[] {
  const { status, headers, body } = response;
  switch (expected.kind) {
    case 'foreign':
      return status >= 400 && status < 500 ? [] : [`status is ${status}, expected 4xx`];
    case 'method-not-allowed':
      return [...same('status', status, 405), ...same('allow', headers['allow'], 'POST')];
    case 'no-content':
      return [
        ...same('status', status, 204),
        ...same('body', body, ''),
        ...same('content-type', headers['content-type'], undefined),
      ];
    case 'json-rpc': {
      const { responses } = expected;
      const length = toHead ? headers['content-length'] : String(Buffer.byteLength(body));
      return [
        ...same('status', status, expected.status),
        ...same('content-type', headers['content-type'], 'application/json'),
        ...same('content-length', headers['content-length'], length),
        ...same('transfer-encoding', headers['transfer-encoding'], undefined),
        ...(isList(responses) ? checkBatch(body, responses) : checkText(body, responses)),
      ];
    }
  }
}

function checkBatch(body: string, expected: readonly ExpectedResponse[]): string[] {
  const parsed = parse(body);
  if (!Array.isArray(parsed)) return [`a batch got ${body.slice(0, 200)} instead of an array`];
  const texts = parsed.map((response) => JSON.stringify(response));
  return [
    ...same('number of responses', parsed.length, expected.length),
    ...expected.flatMap((one, index) => checkText(texts[index] ?? '', one)),
  ];
}

/** Members are compared in their order, by comparing texts. */
function checkText(text: string, expected: ExpectedResponse): string[] {
  const id = JSON.stringify(expected.id);
  if ('result' in expected) {
    return same('response', text, `{"jsonrpc":"2.0","id":${id},"result":${expected.result}}`);
  }
  const { code, data } = expected;
  const message = JSON.stringify(expected.message);
  const start = `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":${message}`;
  if (data !== undefined) {
    return same('response', text, `${start}${data && `,"data":${data}`}}}`);
  }
  const rest = text.slice(start.length);
  return [...same('error', text.slice(0, start.length), start), ...checkErrorData(rest)];
}

/** The rest of an error response: nothing, or `data` that lists at least one problem with a path. */
function checkErrorData(rest: string): string[] {
  if (rest === '}}') return [];
  const data = parse(rest.replace(/^,"data":/, '').slice(0, -2)) as
    | { errors?: unknown }
    | undefined;
  const isRight =
    Array.isArray(data?.errors) &&
    data.errors.length > 0 &&
    data.errors.every(
      ({ loc, msg, type }) =>
        Array.isArray(loc) && typeof msg === 'string' && typeof type === 'string',
    );
  return isRight ? [] : [`the rest of the error response is ${rest.slice(0, 200)}`];
}

function isList(responses: object): responses is readonly ExpectedResponse[] {
  return Array.isArray(responses);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function same(what: string, actual: unknown, expected: unknown): string[] {
  if (actual === expected) return [];
  return [`${what} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`];
}
