import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ParamStructure } from '../context/json-rpc-context.js';
import { progress } from '../di/context-sources.js';
import { includesSource } from '../di/dependency.js';
import type { DependencyOverrides } from '../di/dependency-overrides.js';
import type { Plan, RequestInput } from '../di/plan.js';
import type { Resource } from '../di/resource.js';
import type { SecurityAlternatives } from '../di/security-scheme.js';
import type { ErrorClass } from '../errors/base-error.js';
import { withErrorCodes } from '../errors/error-codes.js';
import { durableOptions } from '../method/durable-notifications.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import type { IdempotencyGuard } from '../method/idempotency-guard.js';
import type { Method } from '../method/method.js';
import { compiledEntrypoint } from './compiled-entrypoint.js';
import type { AnyEntrypoint } from './entrypoint.js';

/** A value that a caller sends to a method. */
export interface InputDescription {
  /** Where it is sent. */
  readonly in: 'param' | 'header' | 'cookie';
  /** The name on the wire, in lower case for a header. */
  readonly name: string;
  /** Validates the value. */
  readonly schema: StandardSchemaV1;
}

/**
 * The description of a method for API schemas. Includes the options of its entrypoint and the inputs of
 * its dependencies.
 */
export interface MethodDescription extends Pick<
  Method,
  | 'name'
  | 'summary'
  | 'description'
  | 'deprecated'
  | 'examples'
  | 'servers'
  | 'effects'
  | 'rateLimit'
  | 'cost'
  | 'result'
> {
  /** The tags of the entrypoint, followed by those of the method. */
  readonly tags: readonly string[];
  /** The errors of the entrypoint, followed by those of the method. */
  readonly errors: readonly ErrorClass[];
  /** How clients send `params`. */
  readonly paramStructure: ParamStructure;
  /** Milliseconds per call; `Infinity` if there is no limit. */
  readonly timeout: number;
  /** The schema of `params()`; undefined for a method with named parameters. */
  readonly params: StandardSchemaV1 | undefined;
  /**
   * Named parameters in positional order, headers and cookies. If a method and its dependency validate
   * the same value with different schemas, the name occurs twice, and both schemas apply.
   */
  readonly inputs: readonly InputDescription[];
  /** The limits of an idempotency key; undefined if the method isn't idempotent. */
  readonly idempotencyKey: IdempotencyGuard['key'] | undefined;
  /** The credentials that the method reads. A client has to satisfy one scheme of each entry. */
  readonly security: readonly SecurityAlternatives[];
  /** Whether notifications are stored as jobs. */
  readonly isDurable: boolean;
  /** Whether notifications are rejected. */
  readonly rejectsNotifications: boolean;
  /** Whether a call reports progress to a client that sends a `progressToken`. */
  readonly reportsProgress: boolean;
  /** Whether the method subscribes to events that a client can continue after a `cursor`. */
  readonly canResume: boolean;
}

/**
 * Describes the methods of an entrypoint in the order in which they were declared. Ignores dependency
 * overrides.
 *
 * ```ts
 * for (const { name, summary } of describeMethods(v1)) console.log(name, summary);
 * ```
 */
export function describeMethods(entrypoint: AnyEntrypoint): readonly MethodDescription[] {
  const { methods } = compiledEntrypoint(entrypoint);
  return Array.from(methods.values(), (method) => describeMethod(entrypoint, method));
}

function describeMethod(
  entrypoint: AnyEntrypoint,
  { method, plan, timeout, variants }: CompiledMethod,
): MethodDescription {
  const { settings } = entrypoint;
  const { sharedPlan } = compiledEntrypoint(entrypoint);
  const plans = [sharedPlan?.declared, plan.declared].filter((one) => one !== undefined);
  const inputs = uniqueInputs(plans.flatMap((one) => one.inputs));
  const all = [method, ...Array.from(variants?.values() ?? [], (one) => one.method)];
  const sources = all.flatMap(({ args, dependencies }) => [
    ...Object.values(args),
    ...dependencies,
  ]);
  return {
    name: method.name,
    summary: method.summary,
    description: method.description,
    deprecated: method.deprecated,
    examples: method.examples,
    servers: method.servers,
    effects: method.effects,
    rateLimit: method.rateLimit,
    cost: method.cost,
    result: method.result,
    tags: [...new Set([...settings.tags, ...method.tags])],
    errors: [
      ...new Set([...settings.errors, ...withErrorCodes(method.errors, settings.errorCodes)]),
    ],
    paramStructure: plan.declared.structure,
    timeout,
    params: inputs.find((input) => input.in === 'params')?.schema,
    inputs: inputs.flatMap(({ in: where, name, schema }) =>
      where === 'params' ? [] : [{ in: where, name, schema }],
    ),
    idempotencyKey: method.idempotent?.key,
    security: uniqueAlternatives(plans),
    isDurable: durableOptions(method) !== undefined,
    rejectsNotifications: method.notifications === 'reject',
    reportsProgress: includesSource([...sources, ...settings.commonDependencies], progress),
    canResume: all.some(({ canResume }) => canResume === true),
  };
}

/** Removes inputs that both the entrypoint's dependencies and the method read. */
function uniqueInputs(inputs: readonly RequestInput[]): readonly RequestInput[] {
  return inputs.filter(
    (input, index) =>
      inputs.findIndex(
        (other) =>
          other.in === input.in && other.name === input.name && other.schema === input.schema,
      ) === index,
  );
}

/** Removes credentials that both the entrypoint's dependencies and the method read. */
function uniqueAlternatives(plans: readonly Plan[]): readonly SecurityAlternatives[] {
  const credentials = plans.flatMap((plan) => plan.credentials);
  const alternatives = credentials.flatMap(({ security }) => security ?? []);
  return [...new Map(alternatives.map((one) => [JSON.stringify(one), one])).values()];
}

/**
 * Returns the resources that the methods and dependencies of an entrypoint read. Maps each resource to
 * its first reader, for error messages. Omits resources that only overridden dependencies read.
 */
export function collectResources(
  entrypoint: AnyEntrypoint,
  overrides: DependencyOverrides,
): ReadonlyMap<Resource, string> {
  const { methods, sharedPlan, connectionPlan } = compiledEntrypoint(entrypoint);
  const readers = new Map<Resource, string>();
  for (const plan of [sharedPlan, connectionPlan]) {
    for (const { resource } of plan?.with(overrides).resources ?? []) {
      readers.set(resource, `entrypoint "${entrypoint.path}"`);
    }
  }
  for (const [name, method] of methods) {
    const all = [method, method.queuedMethod, ...(method.variants?.values() ?? [])];
    const reads = all.flatMap((one) => one?.plan.with(overrides).resources ?? []);
    for (const { resource } of reads) {
      if (readers.has(resource)) continue;
      readers.set(resource, `method "${name}" of entrypoint "${entrypoint.path}"`);
    }
  }
  return readers;
}
