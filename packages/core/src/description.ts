/**
 * What a package needs that describes an `Api`, as the OpenAPI and OpenRPC documents do: its
 * entrypoints and their methods, with the parameters, headers, cookies and credentials that their
 * dependencies take.
 *
 * @module
 */
export type { Api } from './api/api.js';
export { requireApi } from './api/require-argument.js';
export type {
  SecurityAlternatives,
  SecurityRequirement,
  SecurityScheme,
} from './args/security-source.js';
export type { ParamStructure } from './context/method-route.js';
export {
  describeMethods,
  type InputDescription,
  type MethodDescription,
} from './entrypoint/describe-methods.js';
export type { AnyEntrypoint } from './entrypoint/any-entrypoint.js';
export type { ErrorClass } from './errors/error-class.js';
export type { ApiServer } from './method/api-server.js';
export type { MethodExample } from './method/method-example.js';
