import { jsonRpc } from '@jsonrpc-kit/core/fetch';
import { targetApi } from '../target-api.js';

// Runtimes serve the default export.
// oxlint-disable-next-line import/no-default-export
export default { fetch: jsonRpc(targetApi()) };
