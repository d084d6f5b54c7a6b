import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ErrorClass } from '../errors/error-class.js';

/** How `params` may be given, in OpenRPC's words. */
export type ParamStructure = 'by-name' | 'by-position' | 'either';

/** The method that a call is for, as its context shows it. */
export interface MethodRoute {
  /** The wire's `method`. */
  readonly name: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  readonly errors: readonly ErrorClass[];
  readonly result: StandardSchemaV1 | undefined;
  /** Milliseconds; undefined where the entrypoint's holds. */
  readonly timeout: number | undefined;
  /** Undefined where the entrypoint's holds. */
  readonly paramStructure: ParamStructure | undefined;
}
