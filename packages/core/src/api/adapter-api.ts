import type { AdapterApi } from './api-host.js';
import type { Api } from './api.js';
import { requireApi } from './require-api.js';

/**
 * Returns the part of an api that adapters and plugins use.
 *
 * ```ts
 * const host = adapterApi(api, 'jsonRpc()');
 * for (const { path } of host.takeMounts()) router.all(path, (request) => host.handle(request));
 * ```
 *
 * @param caller the function that the application called, for error messages. Default: `'adapterApi()'`
 * @throws TypeError if the value isn't an `Api`; the message describes the value and suggests a fix
 */
export function adapterApi(api: Api, caller = 'adapterApi()'): AdapterApi {
  requireApi(caller, api);
  return api['~adapter'] as AdapterApi;
}
