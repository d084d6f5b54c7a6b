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
  /** Where the plan is declared, for messages: `method "withdraw"`. */
  readonly where: string;
  readonly args: ArgumentSources;
  /** Run for their side effects, before the dependencies of the arguments. */
  readonly dependencies: readonly Dependency[];
  readonly structure: ParamStructure;
  /** The dependencies of the HTTP request. The plan reads their values instead of running them. */
  readonly shared: readonly Dependency[];
  readonly overrides: DependencyOverrides | undefined;
  /** A plan of an HTTP request has neither JSON-RPC parameters nor the context of a call. */
  readonly scope: 'call' | 'http-request';
}

/**
 * Compiles the steps that resolve a handler's arguments.
 *
 * @throws TypeError if `params()` is combined with other parameters, dependencies form a cycle, or a
 *   dependency of the HTTP request needs a call
 */
export function compilePlan(options: PlanOptions): Plan {
  return new PlanCompiler(options).compile();
}

type LocatedInput = Pick<RequestInput, 'in' | 'name' | 'schema'> & { readonly key: number };

class PlanCompiler {
  readonly #options: PlanOptions;
  readonly #inputs: LocatedInput[] = [];
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
    // The method's own parameters come before those of dependencies, so they get the first positions.
    const ownKeys = this.#addSources(args);
    for (const dependency of dependencies) this.#addDependency(dependency);
    const layout = this.#layout(args, ownKeys);
    this.#rejectCombinedParams();
    const hasOnlyInputs = this.#hasOnlyInputs(layout);
    return {
      size: this.#size,
      inputs: this.#inputs.map((input, index) => {
        const key = hasOnlyInputs ? (layout.names[index] as string) : input.key;
        return compileInput({ ...input, key }, this.#positions.get(input.name) ?? 0);
      }),
      credentials: this.#reads.filter(isCredential),
      reads: this.#reads.filter((read) => !isCredential(read)),
      resources: this.#resources,
      steps: this.#steps,
      args: layout,
      hasOnlyInputs,
      positions: this.#inputs.some(isWholeParams) ? undefined : this.#positions.size,
      structure,
    };
  }

  /** Adds all sources except dependencies. Returns their keys by argument name. */
  #addSources(sources: ArgumentSources): Map<string, number> {
    const keys = new Map<string, number>();
    for (const [name, source] of Object.entries(sources)) {
      if (!this.#isDependency(source)) keys.set(name, this.#addSource(name, source));
    }
    return keys;
  }

  /** Whether the source is a dependency, or a resource that a dependency overrides. */
  #isDependency(source: Source): source is Dependency {
    return isDependency(source) || (isResource(source) && this.#overrideOf(source) !== undefined);
  }

  #overrideOf(source: Dependency | Resource): Dependency | undefined {
    return this.#options.overrides?.get(source);
  }

  #hasOnlyInputs({ keys }: ArgumentLayout): boolean {
    const isInput = (key: ValueKey, index: number): boolean => this.#inputs[index]?.key === key;
    return keys.length === this.#size && keys.every(isInput);
  }

  /** Returns the layout of the arguments, and adds the dependencies that have no key yet. */
  #layout(sources: ArgumentSources, keys: ReadonlyMap<string, number>): ArgumentLayout {
    const entries = Object.entries(sources);
    return {
      names: entries.map(([name]) => name),
      keys: entries.map(
        ([name, source]) => keys.get(name) ?? this.#addDependency(source as Dependency),
      ),
    };
  }

  #addSource(argument: string, source: Exclude<Source, Dependency>): number {
    if (isSchema(source)) {
      if (!this.#positions.has(argument)) this.#positions.set(argument, this.#positions.size);
      return this.#addInput(argument, { in: 'param', name: argument, schema: source });
    }
    switch (source.kind) {
      case 'params': {
        const { schema } = source as ParamsSource;
        return this.#addInput(argument, { in: 'params', name: '', schema });
      }
      case 'header': {
        const { alias, schema } = source as HeaderSource;
        const name = alias?.toLowerCase() ?? headerName(argument);
        return this.#addInput(argument, { in: 'header', name, schema });
      }
      case 'cookie': {
        const { alias, schema } = source as CookieSource;
        return this.#addInput(argument, { in: 'cookie', name: alias ?? argument, schema });
      }
      case 'resource':
        return this.#addResource(source as Resource);
      default:
        return this.#addRead(argument, source as ContextReader);
    }
  }

  #addInput(argument: string, input: Omit<LocatedInput, 'key'>): number {
    const isParam = input.in === 'param' || input.in === 'params';
    if (isParam && this.#options.scope === 'http-request') {
      this.#reject(
        `reads the JSON-RPC parameter "${argument}", but runs once per HTTP request. Move it to ` +
          `commonDependencies, or read a header or cookie instead.`,
      );
    }
    const known = this.#inputs.find(
      (other) =>
        other.in === input.in && other.name === input.name && other.schema === input.schema,
    );
    if (known !== undefined) return known.key;
    const key = this.#newKey();
    this.#inputs.push({ ...input, key });
    return key;
  }

  #addRead(argument: string, { perCall, read, security }: ContextReader): number {
    if (perCall && this.#options.scope === 'http-request') {
      this.#reject(
        `reads the context of the call as "${argument}", but runs once per HTTP request. Move it to ` +
          `commonDependencies, or read httpRequest instead.`,
      );
    }
    const key = this.#newKey();
    this.#reads.push({ key, read, security });
    return key;
  }

  #addResource(resource: Resource): number {
    const known = this.#resources.find((other) => other.resource === resource);
    if (known !== undefined) return known.key;
    const key = this.#newKey();
    this.#resources.push({ key, resource });
    return key;
  }

  #addDependency(declared: Dependency): number {
    const dependency = this.#overrideOf(declared) ?? declared;
    const known = this.#keys.get(dependency);
    if (known !== undefined) return known;
    if (this.#shared.has(dependency)) return this.#addSharedValue(dependency);
    if (this.#path.includes(dependency)) {
      throw new TypeError(
        `${this.#options.where}: dependencies form a cycle: ${describePath([...this.#path, dependency])}. ` +
          `Move what they share into another dependency.`,
      );
    }
    this.#path.push(dependency);
    const args = this.#layout(dependency.args, this.#addSources(dependency.args));
    this.#path.pop();
    const key = this.#newKey();
    this.#keys.set(dependency, key);
    this.#steps.push({ key, dependency, args });
    return key;
  }

  #addSharedValue(dependency: Dependency): number {
    const key = this.#newKey();
    this.#keys.set(dependency, key);
    const read: ContextRead['read'] = (context) => context.shared?.get(dependency);
    this.#reads.push({ key, read, security: undefined });
    return key;
  }

  #rejectCombinedParams(): void {
    const whole = this.#inputs.filter(isWholeParams);
    const other = this.#inputs.find(({ in: where }) => where === 'param');
    if (whole.length > 1 || (whole.length === 1 && other !== undefined)) {
      const combined = other === undefined ? 'a second params()' : `parameter "${other.name}"`;
      throw new TypeError(
        `${this.#options.where}: params() reads the whole params and can't be combined with ` +
          `${combined}, whether of the method or of a dependency. Add a member to the schema of ` +
          `params() instead.`,
      );
    }
  }

  #reject(problem: string): never {
    const { where } = this.#options;
    throw new TypeError(`${where}: dependency ${describePath(this.#path)} ${problem}`);
  }

  #newKey(): number {
    return this.#size++;
  }
}

function describePath(path: readonly Dependency[]): string {
  return path.map(({ name }) => `"${name}"`).join(' -> ');
}

function isCredential({ security }: ContextRead): boolean {
  return security !== undefined;
}

function isWholeParams({ in: where }: LocatedInput): boolean {
  return where === 'params';
}

/** Returns the dependencies and everything that they need, with overrides applied. */
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
