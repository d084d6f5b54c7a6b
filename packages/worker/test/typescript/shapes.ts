import { defineError } from '@jsonrpc-kit/core';

export class InvalidShape extends defineError({ code: 6001, message: 'Invalid shape' }) {}

export interface Rectangle {
  readonly width: number;
  readonly height: number;
}
