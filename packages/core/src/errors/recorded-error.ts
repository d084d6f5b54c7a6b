import type { JsonRpcErrorObject } from '../jsonrpc/response.js';
import { BaseError } from './base-error.js';

/** A typed error from a recorded response. Its data isn't validated again. */
export class RecordedError extends BaseError {
  readonly code: number;
  override readonly data: unknown;

  constructor({ code, message, data }: JsonRpcErrorObject) {
    super();
    this.code = code;
    this.message = message;
    this.data = data;
  }
}
