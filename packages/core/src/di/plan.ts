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
  /** What it proves, where it reads a credential. */
  readonly security: SecurityAlternatives | undefined;
  readonly read: ContextReader['read'];
}

export interface DependencyStep {
  readonly key: number;
  readonly dependency: Dependency;
  readonly args: ArgumentLayout;
}

/** How to come by a handler's arguments: compiled when it is declared, run for every call. */
export interface Plan {
  readonly size: number;
  /** Read first of all. */
  readonly credentials: readonly ContextRead[];
  /** All of them are checked before any dependency runs. */
  readonly inputs: readonly RequestInput[];
  readonly reads: readonly ContextRead[];
  readonly resources: readonly ResourceRead[];
  /** In the order in which they run. */
  readonly steps: readonly DependencyStep[];
  readonly args: ArgumentLayout;
  /**
   * Whether the arguments are the inputs and nothing else. Then each value is put where the handler
   * takes it: less to allocate and to copy for most calls.
   */
  readonly hasOnlyInputs: boolean;
  /** How many named parameters there are; undefined where `params()` takes whatever comes. */
  readonly positions: number | undefined;
  readonly structure: ParamStructure;
}
