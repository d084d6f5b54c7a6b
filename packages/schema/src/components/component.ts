import type { Direction, JsonSchema } from '../json-schema/json-schema.js';
import type { Nameable } from './allocate-names.js';

/** How a component is to be called. */
export interface ComponentNaming extends Nameable {
  /** The schema that it was made of, where it was made of one. */
  readonly origin?: Origin | undefined;
}

export interface Origin {
  readonly schema: object;
  readonly direction: Direction;
}

/** A schema of a document that others refer to. */
export interface Component extends ComponentNaming {
  /** What `$ref` says until all names are known. */
  readonly placeholder: string;
  /** Undefined while it is being made: what is made in it may refer to it. */
  schema: JsonSchema | undefined;
}
