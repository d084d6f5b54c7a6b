import type { Api } from '@jsonrpc-kit/core';
import { targetApi } from '../../target-api.js';

/** The api that the conformance suite calls. */
export const api: Api = targetApi();
