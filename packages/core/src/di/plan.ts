import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ParamStructure } from '../context/json-rpc-context.js';
import type { RequestParams } from '../jsonrpc/request.js';
import type { Validate } from '../validation/validate.js';
import type { ContextReader, ResolutionContext } from './argument-source.js';
import type { Dependency } from './dependency.js';
import type { Resource } from './resource.js';

/** The arguments of a handler or a dependency, by name. */
export type Arguments = Record<string, unknown>;

/** The index of a value in its plan, or the argument's name if the plan has only inputs. */
export type ValueKey = number | string;

/** The values of a plan: an array, or the arguments themselves if the plan has only inputs. */
export type Values = Record<ValueKey, unknown>;

/** Maps the names of arguments to the keys of their values. */
export interface ArgumentLayout {
  readonly names: readonly string[];
  readonly keys: readonly ValueKey[];
}

/** A value that a client sends and a schema validates: a parameter, a header or a cookie. */
export interface DeclaredInput {
  readonly in: 'param' | 'params' | 'header' | 'cookie';
  /** The name on the wire; empty for the whole `params`. */
  readonly name: string;
  readonly schema: StandardSchemaV1;
}

/** An input with the functions that read and validate it. */
export interface RequestInput extends DeclaredInput {
  /** The key of the value in its plan. */
  readonly key: ValueKey;
  readonly read: (params: NonNullable<RequestParams>, context: ResolutionContext) => unknown;
  readonly validate: Validate;
}

export interface ResourceRead {
  readonly key: number;
  readonly resource: Resource;
}

export interface ContextRead extends Pick<ContextReader, 'read' | 'security'> {
  readonly key: number;
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
