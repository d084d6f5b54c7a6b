/**
 * The types that the declarations of clients consist of. TypeScript writes them into the declarations of your
 * modules.
 *
 * @module
 */
export type { Batch, BatchItem } from './batch.js';
export type {
  BatchBuilder,
  ClientOperations,
  ConnectionOperations,
  ResolvedClient,
  ResolvedConnectedClient,
} from './client.js';
export type { DeclaredSubscriptions, IdempotentMethods } from './create-client.js';
export type { AnyMethods } from './method-types.js';
