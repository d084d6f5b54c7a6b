import type { Api } from '@jsonrpc-kit/core';
import { parityApi } from '../parity-api.js';

/** The api that the recipes import as `./api.js` in these tests. */
export const api: Api = parityApi();
