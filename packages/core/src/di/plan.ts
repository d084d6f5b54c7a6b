import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ParamStructure } from '../context/json-rpc-context.js';
import type { RequestParams } from '../jsonrpc/request.js';
import type { Validate } from '../validation/validate.js';
import type { ContextReader, ResolutionContext } from './argument-source.js';
import type { ArgumentLayout, ValueKey } from './argument-values.js';
import type { Dependency } from './dependency.js';
import type { Resource } from './resource.js';
import type { SecurityAlternatives } from './security-scheme.js';

/** A value that a client sends and a schema validates: a parameter, a header or a cookie. */
export interface RequestInput {
  readonly in: 'param' | 'params' | 'header' | 'cookie';
  /** The name on the wire; empty for the whole `params`. */
  readonly name: string;
  readonly schema: StandardSchemaV1;
  /** The key of the value in its plan. */
  readonly key: ValueKey;
  readonly read: (params: NonNullable<RequestParams>, context: ResolutionContext) => unknown;
  readonly validate: Validate;
}

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
  /** Whether one of the dependencies is a transaction, after whose conflicts the call is run again. */
  readonly hasTransaction: boolean;
}
