import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ErrorClass } from '../errors/error-class.js';

/** How `params` may be given, in OpenRPC's words. */
export type ParamStructure = 'by-name' | 'by-position' | 'either';

/** The method that a call is for, as its context shows it. */
export interface MethodRoute {
  /** The wire's `method`. */
  readonly name: string;
  /** A line for the documents. */
  readonly summary: string | undefined;
  /** For the documents, which take Markdown. */
  readonly description: string | undefined;
  /** Its own; the documents put the entrypoint's before them. */
  readonly tags: readonly string[];
  /** Whether the documents mark it so. */
  readonly deprecated: boolean;
  /** Those that it declares itself, without its entrypoint's. */
  readonly errors: readonly ErrorClass[];
  /** The schema of its result; undefined where nothing is checked. */
  readonly result: StandardSchemaV1 | undefined;
  /** Milliseconds; undefined where the entrypoint's holds. */
  readonly timeout: number | undefined;
  /** Undefined where the entrypoint's holds. */
  readonly paramStructure: ParamStructure | undefined;
  /** Whether it runs as a notification. */
  readonly notification: boolean;
}
