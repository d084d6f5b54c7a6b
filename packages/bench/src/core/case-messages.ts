import type { CoreCase } from './core-case.js';

const params = { a: 1, b: 2 };

/** A request with the id 1, and the params of an addition unless others are given. */
export const call = (method: string, given: object = params): object => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: given,
});

export const result = (value: unknown): CoreCase['answer'] => ({
  status: 200,
  json: { jsonrpc: '2.0', id: 1, result: value },
});

export const error = (code: number, message: string, data?: unknown): CoreCase['answer'] => ({
  status: 200,
  json: {
    jsonrpc: '2.0',
    id: 1,
    error: data === undefined ? { code, message } : { code, message, data },
  },
});

export const indices = (length: number): readonly number[] =>
  Array.from({ length }, (_, index) => index);

/** That many additions of 1 to their id. */
export const batch = (length: number): readonly object[] =>
  indices(length).map((id) => ({ jsonrpc: '2.0', id, method: 'add', params: { a: id, b: 1 } }));

export const sums = (length: number): CoreCase['answer'] => ({
  status: 200,
  json: indices(length).map((id) => ({ jsonrpc: '2.0', id, result: id + 1 })),
});

export const notification: object = { jsonrpc: '2.0', method: 'add', params };

/** The answer to a notification. */
export const nothing: CoreCase['answer'] = { status: 204, json: undefined };
