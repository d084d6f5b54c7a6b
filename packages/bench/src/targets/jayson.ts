import type { Server } from 'node:http';
import jayson from 'jayson';
import { throughMiddlewares } from '../baselines/json-rpc.js';
import { baselineMethods, callChecked, InvalidInput } from '../baselines/methods.js';
import type { Setup } from '../service/service.js';

type Done = (error: unknown, result?: unknown) => void;

/** jayson's own HTTP server, which has no paths and passes no headers to methods. */
export async function jaysonNode(setup: Setup): Promise<Server> {
  const methods: Record<string, (params: unknown, done: Done) => void> = {};
  for (const [name, method] of baselineMethods(setup)) {
    methods[name] = (params, done) => {
      const call = () => callChecked(method, params, undefined);
      // jayson has no middlewares.
      finish(setup.hasMiddlewares ? () => throughMiddlewares(async () => call()) : call, done);
    };
  }
  return new jayson.Server(methods).http();
}

function finish(run: () => unknown, done: Done): void {
  const fail = (error: unknown): void => {
    if (error instanceof InvalidInput) done({ code: -32602, message: error.message });
    else done({ code: -32603, message: 'Internal error' });
  };
  try {
    const value = run();
    if (value instanceof Promise) value.then((result) => done(null, result), fail);
    else done(null, value);
  } catch (error) {
    fail(error);
  }
}
