import type { Api } from '@jsonrpc-kit/core';
import { parityApi } from '../parity-api.js';

/** Replaces the api that the recipes import. */
export const api: Api = parityApi();
