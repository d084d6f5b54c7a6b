import type { RequestId } from '../jsonrpc/request.js';

/** Identifies the progress of a call. The client chooses it. */
export type ProgressToken = RequestId;

/** Sends the progress of calls to the client that waits for their responses. */
export interface ProgressOutput {
  /** Whether the client reads too slowly for more. */
  isCongested(): boolean;
  /**
   * Sends a report.
   *
   * @param json the reported value as JSON
   */
  send(token: ProgressToken, json: string): void;
}

/** Returns the notification with a report. */
export function encodeProgress(token: ProgressToken, json: string): string {
  const params = `{"token":${JSON.stringify(token)},"value":${json}}`;
  return `{"jsonrpc":"2.0","method":"$/progress","params":${params}}`;
}
