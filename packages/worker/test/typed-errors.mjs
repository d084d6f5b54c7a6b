// Imported by the tests and, on the threads, by `throwing.worker.mjs`.
import { defineError } from '@jsonrpc-kit/core';
import * as v from 'valibot';

export class TooDeep extends defineError({ code: 6001, message: 'Too deep' }) {}

export class TooLarge extends defineError({
  code: 6002,
  message: 'Too large',
  data: v.object({ limit: v.pipe(v.number(), v.transform(String)) }),
}) {}

export class Overloaded extends defineError({ code: 6003, message: 'Overloaded' }) {}
