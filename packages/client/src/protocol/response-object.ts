import type { ErrorObject } from '../errors/json-rpc-error.js';

/** What says of itself that it is a response object; its other members may be anything. */
export interface ResponseObject {
  readonly jsonrpc: '2.0';
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Gateways have JSON errors of their own, so the version is asked for. */
export function isResponseObject(value: unknown): value is ResponseObject {
  return (value as Partial<ResponseObject> | null)?.jsonrpc === '2.0';
}

/** The error of a response; undefined where there is none, or what stands there is none. */
export function errorOf({ error }: ResponseObject): ErrorObject | undefined {
  const { code, message } = (error ?? {}) as Partial<ErrorObject>;
  return Number.isInteger(code) && typeof message === 'string' ? (error as ErrorObject) : undefined;
}

/** Some servers leave an `error` of null beside the result. */
export function hasResult(response: ResponseObject): boolean {
  return (response.error ?? null) === null && Object.hasOwn(response, 'result');
}

/** An error of which the server could not tell whose it is: it is that of the whole request. */
export function isRefusal(response: ResponseObject): boolean {
  return (response.id ?? null) === null && errorOf(response) !== undefined;
}
