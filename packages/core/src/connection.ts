/**
 * Connections for adapters: {@link acceptConnections} checks the request that opens a connection, and runs
 * the messages that arrive on its {@link Socket}. Knows neither WebSocket nor any runtime.
 *
 * @module
 */
export {
  acceptConnections,
  type AcceptedUpgrade,
  type ConnectionAcceptor,
  type RejectedUpgrade,
  type UpgradeDecision,
} from './connection/upgrade.js';
export type { ConnectionInput, Socket, UpgradeRequest } from './connection/socket.js';
