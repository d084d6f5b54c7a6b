/**
 * The methods and the subscription of `/api/v1/jsonrpc` as one module. The entrypoint registers them, and a typed client
 * uses `typeof methods`.
 *
 * @module
 */
export { deposit } from './methods/deposit.js';
export { listAccounts } from './methods/list-accounts.js';
export { movements } from './methods/movements.js';
export { openAccount } from './methods/open-account.js';
export { sendStatement } from './methods/send-statement.js';
export { statement } from './methods/statement.js';
export { transfer } from './methods/transfer.js';
export { withdraw } from './methods/withdraw.js';
