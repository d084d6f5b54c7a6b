import type { ParamStructure } from '../context/json-rpc-context.js';
import type { ContextReader } from './argument-source.js';
import type { ArgumentLayout } from './argument-values.js';
import type { Dependency } from './dependency.js';
import type { RequestInput } from './request-input.js';
import type { Resource } from './resource.js';
import type { SecurityAlternatives } from './security-scheme.js';

export interface ResourceRead {
  readonly key: number;
  readonly resource: Resource;
}

export interface ContextRead {
  readonly key: number;
  /** The schemes of a credential; undefined for any other source. */
  readonly security: SecurityAlternatives | undefined;
  readonly read: ContextReader['read'];
}

export interface DependencyStep {
  readonly key: number;
  readonly dependency: Dependency;
  readonly args: ArgumentLayout;
}

/** The steps that resolve a handler's arguments. Compiled at declaration, executed for every call. */
export interface Plan {
  /** The number of values. */
  readonly size: number;
  /** Read before any parameter is validated. */
  readonly credentials: readonly ContextRead[];
  /** All inputs are validated before the first dependency runs. */
  readonly inputs: readonly RequestInput[];
  readonly reads: readonly ContextRead[];
  readonly resources: readonly ResourceRead[];
  /** In the order in which they run. */
  readonly steps: readonly DependencyStep[];
  readonly args: ArgumentLayout;
  /**
   * Whether the arguments are exactly the inputs. The values are then written directly into the
   * arguments, which saves most calls an array and a copy.
   */
  readonly hasOnlyInputs: boolean;
  /** The number of named parameters; undefined if `params()` reads the whole `params`. */
  readonly positionCount: number | undefined;
  readonly structure: ParamStructure;
}
