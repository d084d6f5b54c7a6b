/** Which rules a server is held to; each profile has the cases of those before it, too. */
export type Profile = (typeof profiles)[number];

/**
 * - `json-rpc-2.0`: what the JSON-RPC 2.0 specification itself says, whatever carries it.
 * - `json-rpc-over-http`: also what HTTP, JSON and the drafts for JSON-RPC over HTTP say.
 * - `jsonrpc-kit`: also what jsonrpc-kit promises beyond them.
 */
export const profiles = ['json-rpc-2.0', 'json-rpc-over-http', 'jsonrpc-kit'] as const;

/** Whether an audit of `audited` runs a case that begins at `first`. */
export function includes(audited: Profile, first: Profile): boolean {
  return profiles.indexOf(first) <= profiles.indexOf(audited);
}

export function isProfile(text: string): text is Profile {
  return (profiles as readonly string[]).includes(text);
}
