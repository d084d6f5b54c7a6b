import type { ParamStructure } from '../context/json-rpc-context.js';
import type { SecurityAlternatives } from './security-scheme.js';
import type { ContextReader } from './argument-source.js';
import {
  type ArgumentLayout,
  type Arguments,
  buildArguments,
  type Values,
} from './argument-values.js';
import type { Dependency } from './dependency.js';
import type { RequestInput } from './request-input.js';
import type { Resource } from './resource.js';

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

/** To be filled, and then read by {@link argumentsFrom}. */
export function createValues({ hasOnlyInputs, size }: Plan): Values {
  if (hasOnlyInputs) return {};
  const places: Record<number, unknown> = new Array<unknown>(size);
  return places;
}

/** What the handler is called with. */
export function argumentsFrom({ hasOnlyInputs, args }: Plan, values: Values): Arguments {
  return hasOnlyInputs ? values : buildArguments(args, values);
}
