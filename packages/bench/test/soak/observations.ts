export interface Account {
  readonly accountId: string;
  readonly balance: number;
  readonly token: string;
}

/** The observations of all clients. */
export interface Observations {
  /** The number of requests of each action. */
  readonly requests: Map<string, number>;
  /** The movements of acknowledged transfers. */
  readonly acknowledged: number[];
  /** The latencies of single calls of `echo`, in milliseconds. */
  readonly latencies: number[];
  /** Responses and events that violate the specification. */
  readonly wrong: string[];
  /** Calls with the error LimitExceeded, because handlers that ignore their timeout reach the limit. */
  limited: number;
  /** The events of all subscriptions. */
  events: number;
  /** Connections and event streams that have ended although their clients hadn't left. */
  readonly interrupted: string[];
}

export interface Client {
  readonly origin: string;
  readonly accounts: readonly Account[];
  readonly random: () => number;
  readonly seen: Observations;
}

/** What a client does, with its name and weight. */
export type Action = readonly [
  name: string,
  weight: number,
  action: (client: Client) => Promise<unknown>,
];

/** A response to a call. */
export interface JsonRpcResponse {
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

export const LIMIT_EXCEEDED = -32005;

/** The code of an `HttpError` on a connection or an event stream, such as the 503 of a server that shuts down. */
export const HTTP_ERROR = -32000;

/** How a subscription of `ending` ends, with the last word that follows its events. */
export const ENDS = [
  ['done', 'done'],
  ['rejected', 6100],
  ['broken', -32603],
] as const;

/** Records a wrong response. A missing response is allowed once the server shuts down. */
export function check(
  { seen }: Client,
  response: JsonRpcResponse | undefined,
  isExpected: (response: JsonRpcResponse) => boolean,
): void {
  if (response === undefined) return;
  if (response.error?.code === LIMIT_EXCEEDED) seen.limited += 1;
  else if (!isExpected(response)) seen.wrong.push(JSON.stringify(response));
}

export const soak = ({ origin }: Pick<Client, 'origin'>): string => `${origin}/soak/jsonrpc`;
export const bank = ({ origin }: Pick<Client, 'origin'>): string => `${origin}/api/v1/jsonrpc`;

/** Returns a request object, which is a notification without an id. */
export function call<Id extends number | undefined>(method: string, params: object = {}, id?: Id) {
  return { jsonrpc: '2.0', method, params, id: id as Id };
}

export const MIB = 1024 * 1024;

export function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('There are no items to pick from');
  return item;
}
