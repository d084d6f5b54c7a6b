import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ParamStructure } from '../context/json-rpc-context.js';
import type { DependencyOverrides } from '../di/dependency-overrides.js';
import type { Plan } from '../di/plan.js';
import type { RequestInput } from '../di/request-input.js';
import type { Resource } from '../di/resource.js';
import type { SecurityAlternatives } from '../di/security-scheme.js';
import type { ErrorClass } from '../errors/base-error.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import type { Method } from '../method/method.js';
import { compiledEntrypoint } from './compiled-entrypoint.js';
import type { AnyEntrypoint } from './entrypoint.js';

/** Something that a caller sends for a method. */
export interface InputDescription {
  /** Where it is sent. */
  readonly in: 'param' | 'header' | 'cookie';
  /** Its name on the wire; a header's is in lower case. */
  readonly name: string;
  /** Of what is sent. */
  readonly schema: StandardSchemaV1;
}

/** A method as the documents tell of it, with what its entrypoint and its dependencies add. */
export interface MethodDescription extends Pick<
  Method,
  'name' | 'summary' | 'description' | 'deprecated' | 'examples' | 'servers' | 'result'
> {
  /** The entrypoint's first. */
  readonly tags: readonly string[];
  /** The entrypoint's first. */
  readonly errors: readonly ErrorClass[];
  /** How `params` may be given. */
  readonly paramStructure: ParamStructure;
  /** The schema of the whole `params`, where `params()` takes it. */
  readonly params: StandardSchemaV1 | undefined;
  /**
   * Named parameters in the order of their positions, headers and cookies. A name may occur twice
   * with two schemas, of a method and of its dependency: both hold.
   */
  readonly inputs: readonly InputDescription[];
  /** Of each of them one scheme is needed. */
  readonly security: readonly SecurityAlternatives[];
}

/** The methods of an entrypoint as they were declared, in their order; no override is looked at. */
export function describeMethods(entrypoint: AnyEntrypoint): readonly MethodDescription[] {
  const { methods } = compiledEntrypoint(entrypoint);
  return Array.from(methods.values(), (method) => describeMethod(entrypoint, method));
}

function describeMethod(
  entrypoint: AnyEntrypoint,
  { method, plan }: CompiledMethod,
): MethodDescription {
  const { settings } = entrypoint;
  const { sharedPlan } = compiledEntrypoint(entrypoint);
  const plans = [sharedPlan?.declared, plan.declared].filter((one) => one !== undefined);
  const inputs = uniqueInputs(plans.flatMap((one) => one.inputs));
  return {
    name: method.name,
    summary: method.summary,
    description: method.description,
    deprecated: method.deprecated,
    examples: method.examples,
    servers: method.servers,
    result: method.result,
    tags: [...new Set([...settings.tags, ...method.tags])],
    errors: [...new Set([...settings.errors, ...method.errors])],
    paramStructure: plan.declared.structure,
    params: inputs.find((input) => input.in === 'params')?.schema,
    inputs: inputs.flatMap(named),
    security: uniqueAlternatives(plans.flatMap(alternativesOf)),
  };
}

/** What is resolved once per HTTP request may be declared again by a dependency of the method. */
function uniqueInputs(inputs: readonly RequestInput[]): readonly RequestInput[] {
  return inputs.filter(
    (input, index) =>
      inputs.findIndex(
        (other) =>
          other.in === input.in && other.name === input.name && other.schema === input.schema,
      ) === index,
  );
}

function named({ in: where, name, schema }: RequestInput): InputDescription[] {
  return where === 'params' ? [] : [{ in: where, name, schema }];
}

function alternativesOf({ credentials }: Plan): SecurityAlternatives[] {
  return credentials.flatMap(({ security }) => security ?? []);
}

function uniqueAlternatives(
  alternatives: readonly SecurityAlternatives[],
): readonly SecurityAlternatives[] {
  return [...new Map(alternatives.map((one) => [JSON.stringify(one), one])).values()];
}

/**
 * The resources that an entrypoint's methods and dependencies read, each with the first that does.
 * What only an overridden dependency reads is left out.
 */
export function collectResources(
  entrypoint: AnyEntrypoint,
  overrides: DependencyOverrides,
): ReadonlyMap<Resource, string> {
  const { methods, sharedPlan } = compiledEntrypoint(entrypoint);
  const users = new Map<Resource, string>();
  for (const { resource } of sharedPlan?.with(overrides).resources ?? []) {
    users.set(resource, `entrypoint "${entrypoint.path}"`);
  }
  for (const [name, { plan }] of methods) {
    for (const { resource } of plan.with(overrides).resources) {
      if (users.has(resource)) continue;
      users.set(resource, `method "${name}" of entrypoint "${entrypoint.path}"`);
    }
  }
  return users;
}
