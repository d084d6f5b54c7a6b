import { Api } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/hono';
import { Hono } from 'hono';
import './methods.js';
import { entrypoint } from './entrypoint.js';

// Keeps expected errors out of the output of the tests.
const logger = { error: () => undefined, warn: () => undefined };

/** The bank at `/rpc`. */
export const app = new Hono().route('/', jsonRpc(new Api({ logger }).bindEntrypoint(entrypoint)));
