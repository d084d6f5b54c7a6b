import type { EncodedResult } from '@jsonrpc-kit/core/adapter';
import { jsonTypeOf } from '@jsonrpc-kit/core/internal';
import { isMembers } from '../protocol/message.js';
import type { Era } from '../protocol/revision.js';

/** The error of a JSON-RPC response. */
export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Returns the members of a `CallToolResult` for a method's result, without parsing it. */
export function successMembers(result: EncodedResult, era: Era): string {
  const json = `${result.json}`;
  const type = jsonTypeOf(result);
  const text = type === 'string' ? json : JSON.stringify(json);
  const content = `"content":[{"type":"text","text":${text}}]`;
  // Before 2026, clients accept objects only.
  return era === 'modern' || type === 'object' ? `${content},"structuredContent":${json}` : content;
}

/** The key of the error object in the metadata of a failed call, which programs can read. */
export const ERROR_META = 'jsonrpc-kit/error';

/**
 * Returns the members of a `CallToolResult` for an error that the agent can act on: as text, since
 * structured content would have to match the tool's output schema.
 */
export function errorMembers(error: ErrorObject): string {
  const content = [{ type: 'text', text: describeError(error) }];
  return `"content":${JSON.stringify(content)},"isError":true`;
}

/** Describes an error in words: its message and code, then its problems or its data. */
export function describeError({ code, message, data }: ErrorObject): string {
  const headline = `${message} (code ${code})`;
  if (data === undefined) return headline;
  const problems = isMembers(data) ? problemLines(data['errors']) : undefined;
  return [headline, ...(problems ?? [JSON.stringify(data)])].join('\n');
}

/** Returns undefined if the errors aren't a list of problems. */
function problemLines(errors: unknown): readonly string[] | undefined {
  if (!Array.isArray(errors) || !errors.every(isProblem)) return undefined;
  return errors.map(({ loc, msg }) =>
    loc.length === 0 ? `- ${msg}` : `- ${loc.join('.')}: ${msg}`,
  );
}

interface LocatedProblem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/** Rejects nested paths, which an application may build from a value of the client. */
function isProblem(value: unknown): value is LocatedProblem {
  if (!isMembers(value) || typeof value['msg'] !== 'string') return false;
  const { loc } = value;
  return Array.isArray(loc) && loc.every((key) => typeof key === 'string' || Number.isFinite(key));
}
