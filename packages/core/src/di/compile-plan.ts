import type { ParamStructure } from '../context/json-rpc-context.js';
import { isSchema } from '../options/describe-value.js';
import type { ArgumentSources, ContextReader, Source } from './argument-source.js';
import type { DependencyOverrides, Replaceable } from './dependency-overrides.js';
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
import type { Resource } from './resource.js';
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
export function compilePlan(options: PlanOptions, overrides?: DependencyOverrides): Plan {
  return new PlanCompiler(options, overrides).compile();
}

/** The sources that aren't schemas, as plans read them. */
type PlanSource =
  | ParamsSource
  | HeaderSource
  | CookieSource
  | ContextReader
  | Resource
  | Dependency;

class PlanCompiler {
  readonly #options: PlanOptions;
  readonly #overrides: DependencyOverrides | undefined;
  readonly #inputs: (DeclaredInput & { readonly key: number })[] = [];
  readonly #credentials: ContextRead[] = [];
  readonly #reads: ContextRead[] = [];
  readonly #resources: ResourceRead[] = [];
  readonly #steps: DependencyStep[] = [];
  /** The keys of all sources but the inputs. */
  readonly #keys = new Map<PlanSource, number>();
  /** The dependencies that run once per message, and those that they need. */
  readonly #shared = new Set<Dependency>();
  /** The names of the parameters, in the order in which they are sent by position. */
  readonly #params = new Set<string>();
  /** The nested dependencies that are currently being compiled, the outermost first. */
  readonly #path: Dependency[] = [];
  #size = 0;

  constructor(options: PlanOptions, overrides: DependencyOverrides | undefined) {
    this.#options = options;
    this.#overrides = overrides;
    for (const dependency of options.shared) this.#share(dependency);
  }

  compile(): Plan {
    const { args, dependencies, structure } = this.#options;
    // The method's own parameters come before those of dependencies, so they get the first positions.
    this.#addPlainSources(args);
    for (const dependency of dependencies) this.#add(dependency.name, dependency);
    const layout = this.#addArguments(args);
    this.#rejectCombinedParams();
    const hasOnlyInputs = this.#hasOnlyInputs(layout);
    const params = [...this.#params];
    return {
      size: this.#size,
      inputs: this.#inputs.map((input, index) => {
        const key = (hasOnlyInputs ? layout.names[index] : undefined) ?? input.key;
        return compileInput(input, key, params.indexOf(input.name));
      }),
      credentials: this.#credentials,
      reads: this.#reads,
      resources: this.#resources,
      steps: this.#steps,
      args: layout,
      hasOnlyInputs,
      positionCount: this.#inputs.some(isWholeParams) ? undefined : params.length,
      structure,
      hasTransaction: this.#steps.some(({ dependency }) => dependency.isTransaction === true),
    };
  }

  #share(declared: Source): void {
    const source = this.#overridden(declared);
    if (!isDependency(source) || this.#shared.has(source)) return;
    this.#shared.add(source);
    for (const needed of Object.values(source.args)) this.#share(needed);
  }

  /** Only dependencies and resources can have an override. */
  #overridden(source: Source): Source {
    return this.#overrides?.get(source as Replaceable) ?? source;
  }

  #hasOnlyInputs({ keys }: ArgumentLayout): boolean {
    const isInput = (key: ValueKey, index: number): boolean => this.#inputs[index]?.key === key;
    return keys.length === this.#size && keys.every(isInput);
  }

  /** Adds the sources of a function, its dependencies last. */
  #addArguments(sources: ArgumentSources): ArgumentLayout {
    this.#addPlainSources(sources);
    return {
      names: Object.keys(sources),
      keys: Object.entries(sources).map(([name, source]) => this.#add(name, source)),
    };
  }

  #addPlainSources(sources: ArgumentSources): void {
    for (const [name, source] of Object.entries(sources)) {
      if (!isDependency(this.#overridden(source))) this.#add(name, source);
    }
  }

  /** Adds a source, unless the plan has it already. Returns the key of its value. */
  #add(argument: string, declared: Source): number {
    if (isSchema(declared)) {
      this.#params.add(argument);
      return this.#addInput(argument, { in: 'param', name: argument, schema: declared });
    }
    // checkSources() has accepted it.
    const source = this.#overridden(declared) as PlanSource;
    const known = this.#keys.get(source);
    if (known !== undefined) return known;
    switch (source.kind) {
      case 'params':
        return this.#addInput(argument, { in: 'params', name: '', schema: source.schema });
      case 'header': {
        const name = source.alias?.toLowerCase() ?? headerName(argument);
        return this.#addInput(argument, { in: 'header', name, schema: source.schema });
      }
      case 'cookie': {
        const name = source.alias ?? argument;
        return this.#addInput(argument, { in: 'cookie', name, schema: source.schema });
      }
      case 'context':
        return this.#addRead(argument, source);
      case 'resource':
        return this.#addResource(source);
      case 'dependency':
        return this.#shared.has(source) ? this.#addShared(source) : this.#addDependency(source);
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

  #addRead(argument: string, source: ContextReader): number {
    const { perCall, read, security } = source;
    if (perCall === true && this.#options.scope !== 'call') {
      this.#reject(
        `reads the context of the call as "${argument}", but runs ${this.#frequency}. Move it to ` +
          `commonDependencies, or read httpRequest instead.`,
      );
    }
    const key = this.#newKey(source);
    const reads = security === undefined ? this.#reads : this.#credentials;
    reads.push({ key, read, security });
    return key;
  }

  #addResource(resource: Resource): number {
    const key = this.#newKey(resource);
    this.#resources.push({ key, resource });
    return key;
  }

  /** Adds a dependency whose value the message has already. */
  #addShared(dependency: Dependency): number {
    const key = this.#newKey(dependency);
    const read: ContextRead['read'] = (context) => context.shared?.get(dependency);
    this.#reads.push({ key, read, security: undefined });
    return key;
  }

  #addDependency(dependency: Dependency): number {
    if (this.#path.includes(dependency)) {
      throw new TypeError(
        `${this.#options.where}: dependencies form a cycle: ${describePath([...this.#path, dependency])}. ` +
          `Move what they share into another dependency.`,
      );
    }
    this.#path.push(dependency);
    if (dependency.isTransaction === true) this.#checkTransaction();
    const args = this.#addArguments(dependency.args);
    this.#path.pop();
    const key = this.#newKey(dependency);
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

  /** @param source undefined for an input */
  #newKey(source?: PlanSource): number {
    const key = this.#size++;
    if (source !== undefined) this.#keys.set(source, key);
    return key;
  }
}

function describePath(path: readonly Dependency[]): string {
  return path.map(({ name }) => `"${name}"`).join(' -> ');
}

function isWholeParams({ in: where }: DeclaredInput): boolean {
  return where === 'params';
}
