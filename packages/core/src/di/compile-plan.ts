import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ParamStructure } from '../context/json-rpc-context.js';
import { isSchema } from '../options/describe-value.js';
import type { ArgumentSources, ContextReader, Source } from './argument-source.js';
import type { ArgumentLayout, ValueKey } from './argument-values.js';
import type { DependencyOverrides } from './dependency-overrides.js';
import { type Dependency, isDependency } from './dependency.js';
import type { ContextRead, DependencyStep, Plan, ResourceRead } from './plan.js';
import { compileInput, type RequestInput } from './request-input.js';
import { isResource, type Resource } from './resource.js';
import { type CookieSource, headerName, type HeaderSource, type ParamsSource } from './sources.js';

export interface PlanOptions {
  /** For messages: `method withdraw`. */
  readonly where: string;
  readonly args: ArgumentSources;
  /** Run for their effect, before the arguments' own. */
  readonly dependencies: readonly Dependency[];
  readonly structure: ParamStructure;
  /** Resolved once per HTTP request, with all that they need: their values are there already. */
  readonly shared: readonly Dependency[];
  readonly overrides: DependencyOverrides | undefined;
  /** Plans of one HTTP request have no call: no parameters, no context. */
  readonly scope: 'call' | 'http-request';
}

/**
 * Compiles the way to a handler's arguments.
 *
 * @throws TypeError that names method and argument: `params()` beside other parameters, a cycle of
 *   dependencies, a source that needs a call where there is none
 */
export function compilePlan(options: PlanOptions): Plan {
  return new PlanCompiler(options).compile();
}

type Located = Pick<RequestInput, 'in' | 'name' | 'schema'> & { readonly key: number };

class PlanCompiler {
  readonly #options: PlanOptions;
  readonly #located: Located[] = [];
  readonly #reads: ContextRead[] = [];
  readonly #resources: ResourceRead[] = [];
  readonly #steps: DependencyStep[] = [];
  readonly #keys = new Map<Dependency, number>();
  readonly #shared: ReadonlySet<Dependency>;
  readonly #positions = new Map<string, number>();
  /** The dependencies that are being compiled, the outermost first. */
  readonly #path: Dependency[] = [];
  #size = 0;

  constructor(options: PlanOptions) {
    this.#options = options;
    this.#shared = collectDependencies(options.shared, options.overrides);
  }

  compile(): Plan {
    const { args, dependencies, structure } = this.#options;
    // The method's own parameters come first: they have the first positions.
    const own = this.#layoutWithout(args);
    for (const dependency of dependencies) this.#dependency(dependency);
    const layout = this.#complete(args, own);
    this.#refuseParamsBesideOthers();
    const hasOnlyInputs = this.#hasOnlyInputs(layout);
    return {
      size: this.#size,
      inputs: this.#located.map((located, index) => {
        const key = hasOnlyInputs ? (layout.names[index] as string) : located.key;
        return compileInput({ ...located, key }, this.#positions.get(located.name) ?? 0);
      }),
      credentials: this.#reads.filter(isCredential),
      reads: this.#reads.filter((read) => !isCredential(read)),
      resources: this.#resources,
      steps: this.#steps,
      args: layout,
      hasOnlyInputs,
      positions: this.#located.some(isWhole) ? undefined : this.#positions.size,
      structure,
    };
  }

  /** The keys of all arguments except dependencies and overridden resources. */
  #layoutWithout(sources: ArgumentSources): Map<string, number> {
    const keys = new Map<string, number>();
    for (const [name, source] of Object.entries(sources)) {
      if (!this.#isMade(source)) keys.set(name, this.#source(name, source));
    }
    return keys;
  }

  /** Whether a dependency makes the value: the source itself, or an override of a resource. */
  #isMade(source: Source): source is Dependency {
    return isDependency(source) || (isResource(source) && this.#overrideOf(source) !== undefined);
  }

  #overrideOf(source: Dependency | Resource): Dependency | undefined {
    return this.#options.overrides?.get(source);
  }

  /** Each input is one argument, and nothing else is read or run. */
  #hasOnlyInputs({ keys }: ArgumentLayout): boolean {
    const isInput = (key: ValueKey, index: number): boolean => this.#located[index]?.key === key;
    return keys.length === this.#size && keys.every(isInput);
  }

  #complete(sources: ArgumentSources, known: ReadonlyMap<string, number>): ArgumentLayout {
    const entries = Object.entries(sources);
    return {
      names: entries.map(([name]) => name),
      keys: entries.map(
        ([name, source]) => known.get(name) ?? this.#dependency(source as Dependency),
      ),
    };
  }

  #source(name: string, source: Exclude<Source, Dependency>): number {
    if (isSchema(source)) return this.#param(name, source);
    switch (source.kind) {
      case 'params':
        return this.#wire('params', '', (source as ParamsSource).schema, name);
      case 'header': {
        const { alias, schema } = source as HeaderSource;
        return this.#wire('header', alias?.toLowerCase() ?? headerName(name), schema, name);
      }
      case 'cookie': {
        const { alias, schema } = source as CookieSource;
        return this.#wire('cookie', alias ?? name, schema, name);
      }
      case 'resource':
        return this.#resource(source as Resource);
      default:
        return this.#read(name, source as ContextReader);
    }
  }

  #param(name: string, schema: StandardSchemaV1): number {
    if (!this.#positions.has(name)) this.#positions.set(name, this.#positions.size);
    return this.#wire('param', name, schema, name);
  }

  #wire(
    where: RequestInput['in'],
    name: string,
    schema: StandardSchemaV1,
    argument: string,
  ): number {
    if (this.#options.scope === 'http-request' && (where === 'param' || where === 'params')) {
      this.#refuse(
        `takes the JSON-RPC parameter "${argument}", but is resolved once per HTTP request; ` +
          `move it to commonDependencies, or read a header() or cookie() instead`,
      );
    }
    const known = this.#located.find(
      (other) => other.in === where && other.name === name && other.schema === schema,
    );
    if (known !== undefined) return known.key;
    const key = this.#newKey();
    this.#located.push({ in: where, name, schema, key });
    return key;
  }

  #read(name: string, { perCall, read, security }: ContextReader): number {
    if (perCall && this.#options.scope === 'http-request') {
      this.#refuse(
        `takes the call's context as "${name}", but is resolved once per HTTP request; ` +
          `move it to commonDependencies, or take httpRequest instead`,
      );
    }
    const key = this.#newKey();
    this.#reads.push({ key, read, security });
    return key;
  }

  #resource(resource: Resource): number {
    const known = this.#resources.find((other) => other.resource === resource);
    if (known !== undefined) return known.key;
    const key = this.#newKey();
    this.#resources.push({ key, resource });
    return key;
  }

  #dependency(declared: Dependency): number {
    const dependency = this.#overrideOf(declared) ?? declared;
    const known = this.#keys.get(dependency);
    if (known !== undefined) return known;
    if (this.#shared.has(dependency)) return this.#sharedValue(dependency);
    if (this.#path.includes(dependency)) {
      const names = [...this.#path, dependency].map(({ name }) => name).join(' -> ');
      throw new TypeError(
        `${this.#options.where}: dependencies need each other in a cycle: ${names}; ` +
          `move what both need to a third`,
      );
    }
    this.#path.push(dependency);
    const args = this.#complete(dependency.args, this.#layoutWithout(dependency.args));
    this.#path.pop();
    const key = this.#newKey();
    this.#keys.set(dependency, key);
    this.#steps.push({ key, dependency, args });
    return key;
  }

  #sharedValue(dependency: Dependency): number {
    const key = this.#newKey();
    this.#keys.set(dependency, key);
    const read: ContextRead['read'] = (scope) => scope.shared?.get(dependency);
    this.#reads.push({ key, read, security: undefined });
    return key;
  }

  #refuseParamsBesideOthers(): void {
    const whole = this.#located.filter(isWhole);
    const other = this.#located.find(({ in: where }) => where === 'param');
    if (whole.length > 1 || (whole.length === 1 && other !== undefined)) {
      const beside = other === undefined ? 'a second params()' : `the parameter "${other.name}"`;
      throw new TypeError(
        `${this.#options.where}: params() takes the whole params, so ${beside} can't stand beside ` +
          `it, dependencies' included; make it a member of the params() schema`,
      );
    }
  }

  #refuse(problem: string): never {
    const path = this.#path.map(({ name }) => name).join(' -> ');
    throw new TypeError(`${this.#options.where}: the dependency ${path} ${problem}`);
  }

  #newKey(): number {
    return this.#size++;
  }
}

function isCredential({ security }: ContextRead): boolean {
  return security !== undefined;
}

function isWhole({ in: where }: Located): boolean {
  return where === 'params';
}

/** All dependencies that these need, themselves included, as they stand after the overrides. */
function collectDependencies(
  dependencies: readonly Dependency[],
  overrides: DependencyOverrides | undefined,
): ReadonlySet<Dependency> {
  const all = new Set<Dependency>();
  const visit = (source: Source): void => {
    if (!isDependency(source) && !isResource(source)) return;
    const dependency = overrides?.get(source) ?? source;
    if (!isDependency(dependency) || all.has(dependency)) return;
    all.add(dependency);
    for (const needed of Object.values(dependency.args)) visit(needed);
  };
  for (const dependency of dependencies) visit(dependency);
  return all;
}
