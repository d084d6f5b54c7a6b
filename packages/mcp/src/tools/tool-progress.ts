import type { ProgressToken } from '@jsonrpc-kit/core/types';
import { invalidParams } from '../protocol/mcp-error.js';
import { isMembers, isRequestId, type McpRequest } from '../protocol/message.js';

/**
 * Returns the token with which a request asks for progress; undefined if it doesn't.
 *
 * @throws McpError if the token is invalid
 */
export function progressTokenOf({ meta }: McpRequest): ProgressToken | undefined {
  const token = meta['progressToken'];
  if (token === undefined || isRequestId(token)) return token;
  throw invalidParams('params._meta.progressToken must be a string or an integer', 400);
}

/**
 * Returns a function that converts the reports of one call to `notifications/progress`, whose number must
 * increase. It returns undefined for a report whose number isn't greater than the previous one.
 */
export function progressEncoder(): (token: ProgressToken, json: string) => string | undefined {
  let latest: number | undefined;
  return (progressToken, json) => {
    const { progress = (latest ?? 0) + 1, total, message } = readReport(JSON.parse(json));
    if (latest !== undefined && progress <= latest) return undefined;
    latest = progress;
    const params = { progressToken, progress, total, message };
    return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params });
  };
}

/** The members of a notification that a report contains. */
interface Report {
  readonly progress?: number | undefined;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

function readReport(value: unknown): Report {
  if (typeof value === 'number') return { progress: value };
  if (typeof value === 'string') return { message: value };
  if (!isMembers(value)) return {};
  const { progress, done, total, message } = value;
  return {
    progress: [progress, done].find((one) => typeof one === 'number'),
    total: typeof total === 'number' ? total : undefined,
    message: typeof message === 'string' ? message : undefined,
  };
}
