import type { FuzzResponse } from './fuzz-connection.js';
import type { Expected, ExpectedResponse } from './reference-model.js';

/** Returns a sentence for each way in which a response violates the specification. */
export function checkResponse(
  response: FuzzResponse,
  expected: Expected,
  { toHead }: { readonly toHead: boolean },
): string[] {
  const { status, headers, body } = response;
  switch (expected.kind) {
    case 'outside-api':
      return status >= 400 && status < 500 ? [] : [`status is ${status}, expected 4xx`];
    case 'method-not-allowed':
      return [...compare('status', status, 405), ...compare('allow', headers['allow'], 'POST')];
    case 'no-content':
      return [
        ...compare('status', status, 204),
        ...compare('body', body, ''),
        ...compare('content-type', headers['content-type'], undefined),
      ];
    case 'json-rpc': {
      const { responses } = expected;
      const length = toHead ? headers['content-length'] : String(Buffer.byteLength(body));
      return [
        ...compare('status', status, expected.status),
        ...compare('content-type', headers['content-type'], 'application/json'),
        ...compare('content-length', headers['content-length'], length),
        ...compare('transfer-encoding', headers['transfer-encoding'], undefined),
        ...(isList(responses) ? checkBatch(body, responses) : checkOne(body, responses)),
      ];
    }
  }
}

function checkBatch(body: string, expected: readonly ExpectedResponse[]): string[] {
  const parsed = parse(body);
  if (!Array.isArray(parsed)) return [`a batch got ${body.slice(0, 200)} instead of an array`];
  const texts = parsed.map((response) => JSON.stringify(response));
  return [
    ...compare('number of responses', parsed.length, expected.length),
    ...expected.flatMap((one, index) => checkOne(texts[index] ?? '', one)),
  ];
}

/** Compares JSON texts instead of values, because the order of members matters. */
function checkOne(text: string, expected: ExpectedResponse): string[] {
  const id = JSON.stringify(expected.id);
  if ('result' in expected) {
    return compare('response', text, `{"jsonrpc":"2.0","id":${id},"result":${expected.result}}`);
  }
  const { code, data } = expected;
  const message = JSON.stringify(expected.message);
  const start = `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":${message}`;
  if (data !== undefined) {
    return compare('response', text, `${start}${data && `,"data":${data}`}}}`);
  }
  const rest = text.slice(start.length);
  return [...compare('error', text.slice(0, start.length), start), ...checkErrorData(rest)];
}

/** Checks that an error has no `data`, or `data` that lists at least one problem with its location. */
function checkErrorData(rest: string): string[] {
  if (rest === '}}') return [];
  const data = parse(rest.replace(/^,"data":/, '').slice(0, -2)) as
    | { errors?: unknown }
    | undefined;
  const isValid =
    Array.isArray(data?.errors) &&
    data.errors.length > 0 &&
    data.errors.every(
      ({ loc, msg, type }) =>
        Array.isArray(loc) && typeof msg === 'string' && typeof type === 'string',
    );
  return isValid
    ? []
    : [`the error response ends in ${rest.slice(0, 200)}, expected no data or a list of errors`];
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

function compare(name: string, actual: unknown, expected: unknown): string[] {
  if (actual === expected) return [];
  return [`${name} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`];
}
