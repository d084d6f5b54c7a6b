import type { AdapterApi } from './api-host.js';
import type { Api } from './api.js';
import { requireApi } from './require-api.js';

/**
 * Returns what adapters and plugins use of an api.
 *
 * ```ts
 * const host = adapterApi(api, 'jsonRpc()');
 * for (const { path } of host.takeMounts()) router.all(path, (request) => host.handle(request));
 * ```
 *
 * @param caller the function that the application called, for the message. Default: this one
 * @throws TypeError if the value isn't an `Api`; the message says what it is and what to write
 */
export function adapterApi(api: Api, caller = 'adapterApi()'): AdapterApi {
  requireApi(caller, api);
  return api['~adapter'] as AdapterApi;
}
