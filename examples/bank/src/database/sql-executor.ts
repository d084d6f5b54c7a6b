import type { SqlExecutor } from '@jsonrpc-kit/durable';
import type { Queries } from './database.js';

/** Runs the statements of `@jsonrpc-kit/durable`. */
export function sqlExecutor(queries: Queries): SqlExecutor {
  return {
    executeSql: async (text, values) => ({ rows: [...(await queries.query(text, values))] }),
  };
}
