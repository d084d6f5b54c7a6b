import type { JsonRpcContext, JsonRpcMiddleware } from '@jsonrpc-kit/core';
import type { BankLogger } from './bank-logger.js';

/** A line for every call, unknown methods and invalid requests included. No parameters: those are money. */
export function logCalls(logger: BankLogger): JsonRpcMiddleware {
  return async function logging(ctx, next) {
    const startedAt = performance.now();
    try {
      await next();
    } finally {
      logger.info(
        {
          method: ctx.methodRoute?.name,
          id: ctx.request?.id,
          errorCode: errorCodeOf(ctx),
          milliseconds: Math.round(performance.now() - startedAt),
        },
        'call',
      );
    }
  };
}

function errorCodeOf({ rawResponse }: JsonRpcContext): number | undefined {
  return rawResponse !== undefined && 'error' in rawResponse ? rawResponse.error.code : undefined;
}
