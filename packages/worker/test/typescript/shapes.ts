import { defineError } from '@jsonrpc-kit/core';

export class NoShape extends defineError({ code: 6001, message: 'No shape' }) {}

export interface Rectangle {
  readonly width: number;
  readonly height: number;
}
