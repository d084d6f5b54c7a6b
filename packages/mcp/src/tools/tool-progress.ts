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

/** Converts the reports of one call to `notifications/progress`, whose number must increase. */
export class ToolProgress {
  /** Undefined before the first report. */
  #latest: number | undefined;

  /** Returns undefined for a report whose number isn't greater than the previous one. */
  encode(token: ProgressToken, json: string): string | undefined {
    const latest = this.#latest ?? 0;
    const { progress = latest + 1, total, message } = readReport(JSON.parse(json));
    if (this.#latest !== undefined && progress <= latest) return undefined;
    this.#latest = progress;
    const params = { progressToken: token, progress, total, message };
    return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params });
  }
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
