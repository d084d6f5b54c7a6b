/**
 * For packages that describe an `Api`, for example as an API schema. Lists its entrypoints and methods,
 * with the parameters, headers, cookies and credentials that they and their dependencies read.
 *
 * @module
 */
export type { Api } from './api/api.js';
export { requireApi } from './api/require-api.js';
export {
  describeMethods,
  type InputDescription,
  type MethodDescription,
} from './entrypoint/describe-methods.js';
export type { AnyEntrypoint } from './entrypoint/entrypoint.js';
export type { Method } from './method/method.js';
export type { MethodExample } from './method/method-example.js';
export type { ApiLicense } from './api/api-options.js';
export type { ApiServer, MethodEffects } from './method/method-options.js';
export type {
  SecurityAlternatives,
  SecurityRequirement,
  SecurityScheme,
} from './di/security-scheme.js';
export type { Subscription, SubscriptionSignature } from './subscription/subscription.js';
export type { SubscriptionNames } from './message/subscriber.js';
export type { ParamStructure } from './context/json-rpc-context.js';
export type { ErrorClass } from './errors/base-error.js';
