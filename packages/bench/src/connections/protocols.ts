/** How a client subscribes to the events of a server. */
export interface Protocol {
  readonly path?: string;
  readonly subprotocol?: string;
  /** The messages that the client sends. Each step waits for one message of the server. */
  readonly steps: readonly (readonly string[])[];
}

/** The protocol of clients that don't subscribe. */
export const IDLE: Protocol = { steps: [] };

/** The protocol of jsonrpc-kit. The server with only `ws` replies to any message. */
export const JSON_RPC: Protocol = {
  steps: [['{"jsonrpc":"2.0","id":1,"method":"events.subscribe"}']],
};

/** The protocols of the other libraries, by the name of their target. */
export const otherProtocols: Readonly<Record<string, Protocol>> = {
  oRPC: { steps: [['{"i":"1","p":{"u":"/events"}}']] },
  tRPC: { steps: [['{"id":1,"method":"subscription","params":{"path":"events"}}']] },
  'graphql-ws': {
    subprotocol: 'graphql-transport-ws',
    steps: [
      ['{"type":"connection_init"}'],
      // A subscription has no reply, so the ping asks for one.
      [
        '{"id":"1","type":"subscribe","payload":{"query":"subscription { events { text } }"}}',
        '{"type":"ping"}',
      ],
    ],
  },
  'rpc-websockets': { steps: [['{"jsonrpc":"2.0","id":1,"method":"rpc.on","params":["events"]}']] },
  // The server speaks first. `40` enters the default namespace.
  'socket.io': { path: 'socket.io/?EIO=4&transport=websocket', steps: [[], ['40']] },
};
