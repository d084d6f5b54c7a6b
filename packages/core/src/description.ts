/**
 * What a package needs that describes an `Api`, as the OpenAPI and OpenRPC documents do: its
 * entrypoints and their methods, with the parameters, headers, cookies and credentials that their
 * dependencies take.
 *
 * @module
 */
export type { Api } from './api/api.js';
export { requireApi } from './api/require-api.js';
export type {
  SecurityAlternatives,
  SecurityRequirement,
  SecurityScheme,
} from './di/security-scheme.js';
export type { ParamStructure } from './context/json-rpc-context.js';
export {
  describeMethods,
  type InputDescription,
  type MethodDescription,
} from './entrypoint/describe-methods.js';
export type { AnyEntrypoint } from './entrypoint/entrypoint.js';
export type { ErrorClass } from './errors/base-error.js';
export type { ApiServer } from './method/method-options.js';
export type { MethodExample } from './method/method-example.js';
