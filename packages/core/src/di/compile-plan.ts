import type { ParamStructure } from '../context/json-rpc-context.js';
import { isSchema } from '../options/describe-value.js';
import type { ArgumentSources, ContextReader, Source } from './argument-source.js';
import type { DependencyOverrides } from './dependency-overrides.js';
import { type Dependency, isDependency } from './dependency.js';
import type {
  ArgumentLayout,
  ContextRead,
  DeclaredInput,
  DependencyStep,
  Plan,
  ResourceRead,
  ValueKey,
} from './plan.js';
import { compileInput } from './read-inputs.js';
import { isResource, type Resource } from './resource.js';
import { type CookieSource, headerName, type HeaderSource, type ParamsSource } from './sources.js';

export interface PlanOptions {
  /** The declaration that the plan belongs to, for error messages: `method "withdraw"`. */
  readonly where: string;
  readonly args: ArgumentSources;
  /** Run for their side effects, before the dependencies of the arguments. */
  readonly dependencies: readonly Dependency[];
  readonly structure: ParamStructure;
  /**
   * The dependencies that run once per message. The plan reads their values instead of running
   * them.
   */
  readonly shared: readonly Dependency[];
  readonly overrides: DependencyOverrides | undefined;
  /** A plan of an HTTP request or connection has neither JSON-RPC parameters nor the context of a call. */
  readonly scope: 'call' | 'http-request' | 'connection';
  /** Whether the calls of a message share one transaction, so that none has its own transaction. */
  readonly isAtomic: boolean;
}

/**
 * Compiles the steps that resolve a handler's arguments.
 *
 * @throws TypeError if `params()` is combined with other parameters, dependencies form a cycle, or a
 *   dependency of the HTTP request needs a call or is a transaction
 */
export function compilePlan(options: PlanOptions): Plan {
  return new PlanCompiler(options).compile();
}

/** The sources that aren't dependencies, as plans read them. */
type PlainSource = ParamsSource | HeaderSource | CookieSource | ContextReader | Resource;

/** The key of a plain source, or a dependency, which gets its key later. */
type UnresolvedKey = number | Dependency;

type LocatedInput = DeclaredInput & { readonly key: number };

class PlanCompiler {
  readonly #options: PlanOptions;
  readonly #inputs: LocatedInput[] = [];
  readonly #reads: ContextRead[] = [];
  readonly #resources: ResourceRead[] = [];
  readonly #steps: DependencyStep[] = [];
  readonly #keys = new Map<Dependency, number>();
  readonly #shared: ReadonlySet<Dependency>;
  readonly #positions = new Map<string, number>();
  /** The nested dependencies that are currently being compiled, the outermost first. */
  readonly #path: Dependency[] = [];
  #size = 0;

  constructor(options: PlanOptions) {
    this.#options = options;
    this.#shared = collectDependencies(options.shared, options.overrides);
  }

  compile(): Plan {
    const { args, dependencies, structure } = this.#options;
    // The method's own parameters come before those of dependencies, so they get the first positions.
    const keys = this.#addPlainSources(args);
    for (const dependency of dependencies) this.#addDependency(this.#overridden(dependency));
    const layout = this.#layout(args, keys);
    this.#rejectCombinedParams();
    const hasOnlyInputs = this.#hasOnlyInputs(layout);
    return {
      size: this.#size,
      inputs: this.#inputs.map((input, index) => {
        const key = (hasOnlyInputs ? layout.names[index] : undefined) ?? input.key;
        return compileInput(input, key, this.#positions.get(input.name) ?? 0);
      }),
      credentials: this.#reads.filter(isCredential),
      reads: this.#reads.filter((read) => !isCredential(read)),
      resources: this.#resources,
      steps: this.#steps,
      args: layout,
      hasOnlyInputs,
      positionCount: this.#inputs.some(isWholeParams) ? undefined : this.#positions.size,
      structure,
      hasTransaction: this.#steps.some(({ dependency }) => dependency.isTransaction === true),
    };
  }

  /**
   * Adds all sources except dependencies and resources that a dependency overrides. Returns those
   * unchanged.
   */
  #addPlainSources(sources: ArgumentSources): readonly UnresolvedKey[] {
    return Object.entries(sources).map(([name, source]) => {
      const replaced =
        isDependency(source) || isResource(source) ? this.#overridden(source) : source;
      return isDependency(replaced) ? replaced : this.#addSource(name, replaced);
    });
  }

  #overridden<Replaced extends Dependency | Resource>(source: Replaced): Replaced | Dependency {
    return this.#options.overrides?.get(source) ?? source;
  }

  #hasOnlyInputs({ keys }: ArgumentLayout): boolean {
    const isInput = (key: ValueKey, index: number): boolean => this.#inputs[index]?.key === key;
    return keys.length === this.#size && keys.every(isInput);
  }

  /** Returns the layout of the arguments, and adds their dependencies. */
  #layout(sources: ArgumentSources, keys: readonly UnresolvedKey[]): ArgumentLayout {
    return {
      names: Object.keys(sources),
      keys: keys.map((key) => (typeof key === 'number' ? key : this.#addDependency(key))),
    };
  }

  #addSource(argument: string, source: Source): number {
    if (isSchema(source)) {
      if (!this.#positions.has(argument)) this.#positions.set(argument, this.#positions.size);
      return this.#addInput(argument, { in: 'param', name: argument, schema: source });
    }
    // checkSources() has accepted it.
    const plain = source as PlainSource;
    switch (plain.kind) {
      case 'params':
        return this.#addInput(argument, { in: 'params', name: '', schema: plain.schema });
      case 'header': {
        const name = plain.alias?.toLowerCase() ?? headerName(argument);
        return this.#addInput(argument, { in: 'header', name, schema: plain.schema });
      }
      case 'cookie': {
        const name = plain.alias ?? argument;
        return this.#addInput(argument, { in: 'cookie', name, schema: plain.schema });
      }
      case 'resource':
        return this.#addResource(plain);
      case 'context':
        return this.#addRead(argument, plain);
    }
  }

  #addInput(argument: string, input: DeclaredInput): number {
    const isParam = input.in === 'param' || input.in === 'params';
    if (isParam && this.#options.scope !== 'call') {
      this.#reject(
        `reads the JSON-RPC parameter "${argument}", but runs ${this.#frequency}. Move it to ` +
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
    if (perCall && this.#options.scope !== 'call') {
      this.#reject(
        `reads the context of the call as "${argument}", but runs ${this.#frequency}. Move it to ` +
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

  #addDependency(dependency: Dependency): number {
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
    if (dependency.isTransaction === true) this.#checkTransaction();
    const args = this.#layout(dependency.args, this.#addPlainSources(dependency.args));
    this.#path.pop();
    const key = this.#newKey();
    this.#keys.set(dependency, key);
    this.#steps.push({ key, dependency, args });
    return key;
  }

  /** A transaction belongs to a call, or to all calls of an atomic batch. */
  #checkTransaction(): void {
    const { scope, isAtomic } = this.#options;
    if (scope !== 'call' && !isAtomic) {
      this.#reject(
        `is a transaction, but runs ${this.#frequency}, so it would also commit the writes of failed ` +
          `calls of a batch. Remove it, and add it to the args of each method, or move it to ` +
          `commonDependencies. To roll back a whole batch if one of its calls fails, add batch: 'atomic'.`,
      );
    }
    if (scope === 'call' && isAtomic) {
      this.#reject(
        `is a transaction of one call, which would be committed even if its batch is rolled back. Use the ` +
          `transaction in the dependencies of the entrypoint instead, or remove batch: 'atomic'.`,
      );
    }
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

  /** How often the dependencies run that aren't part of a call. */
  get #frequency(): string {
    return this.#options.scope === 'connection' ? 'once per connection' : 'once per message';
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

function isWholeParams({ in: where }: DeclaredInput): boolean {
  return where === 'params';
}

/** Returns the dependencies and all dependencies that they need, with overrides applied. */
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
