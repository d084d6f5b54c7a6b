import type { JsonRpcContext, JsonRpcMiddleware } from '@jsonrpc-kit/core';
import type { BankLogger } from './bank-logger.js';

/** Logs every call, including unknown methods and invalid requests, without its parameters. */
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
          // A replay is the sign of a client that retries.
          ...(ctx.isReplay ? { isReplay: true } : {}),
          milliseconds: Math.round(performance.now() - startedAt),
        },
        'Call finished',
      );
    }
  };
}

function errorCodeOf({ rawResponse }: JsonRpcContext): number | undefined {
  return rawResponse !== undefined && 'error' in rawResponse ? rawResponse.error.code : undefined;
}
