import { ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // Reading a body, sending a response and closing a server: the protocol is the core's.
  // A shutdown whose steps hang, and responses that clients don't read, are bounded here.
  ownCode('dist/index.js', '4.1 kB'),
  // What the other adapters share of it. The shared timer of slow clients and the count of their responses are
  // included.
  ownCode('dist/adapter.js', '4 kB'),
  // WebSocket by the package ws, which isn't included. Requests for other protocols need 0.2 kB.
  ownCode('dist/websocket.js', '2.4 kB'),
];
