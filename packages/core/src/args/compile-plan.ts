import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ParamStructure } from '../context/method-route.js';
import { isSchema } from '../options/is-schema.js';
import type { ArgumentSources, ScopeSource, Source } from './argument-source.js';
import type { CookieSource } from './cookie.js';
import { type Dependency, isDependency } from './dependency.js';
import type { DependencyOverrides } from './dependency-overrides.js';
import { type HeaderSource, headerName } from './header.js';
import type { ParamsSource } from './params.js';
import { neededDependencies } from './needed-dependencies.js';
import type { RecordLayout, Slot } from './argument-record.js';
import type { DependencyStep, Plan, ScopeRead } from './plan.js';
import type { ResourceRead } from './read-resources.js';
import { isResource, type Resource } from './resource.js';
import { isSecuritySource } from './security-source.js';
import { wireInput, type WireInput } from './wire-input.js';

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

type Located = Pick<WireInput, 'in' | 'name' | 'schema'> & { readonly slot: number };

class PlanCompiler {
  readonly #options: PlanOptions;
  readonly #located: Located[] = [];
  readonly #reads: ScopeRead[] = [];
  readonly #resources: ResourceRead[] = [];
  readonly #steps: DependencyStep[] = [];
  readonly #slots = new Map<Dependency, number>();
  readonly #shared: ReadonlySet<Dependency>;
  readonly #positions = new Map<string, number>();
  /** The dependencies that are being compiled, the outermost first. */
  readonly #path: Dependency[] = [];
  #size = 0;

  constructor(options: PlanOptions) {
    this.#options = options;
    this.#shared = neededDependencies(options.shared, options.overrides);
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
        const slot = hasOnlyInputs ? (layout.names[index] as string) : located.slot;
        return wireInput({ ...located, slot }, this.#positions.get(located.name) ?? 0);
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

  /** The slots of all arguments except dependencies and overridden resources. */
  #layoutWithout(sources: ArgumentSources): Map<string, number> {
    const slots = new Map<string, number>();
    for (const [name, source] of Object.entries(sources)) {
      if (!this.#isMade(source)) slots.set(name, this.#source(name, source));
    }
    return slots;
  }

  /** Whether a dependency makes the value: the source itself, or an override of a resource. */
  #isMade(source: Source): source is Dependency {
    return isDependency(source) || (isResource(source) && this.#overrideOf(source) !== undefined);
  }

  #overrideOf(source: Dependency | Resource): Dependency | undefined {
    return this.#options.overrides?.get(source);
  }

  /** Each input is one argument, and nothing else is read or run. */
  #hasOnlyInputs({ slots }: RecordLayout): boolean {
    const isInput = (slot: Slot, index: number): boolean => this.#located[index]?.slot === slot;
    return slots.length === this.#size && slots.every(isInput);
  }

  #complete(sources: ArgumentSources, known: ReadonlyMap<string, number>): RecordLayout {
    const entries = Object.entries(sources);
    return {
      names: entries.map(([name]) => name),
      slots: entries.map(
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
        return this.#read(name, source as ScopeSource<unknown>);
    }
  }

  #param(name: string, schema: StandardSchemaV1): number {
    if (!this.#positions.has(name)) this.#positions.set(name, this.#positions.size);
    return this.#wire('param', name, schema, name);
  }

  #wire(where: WireInput['in'], name: string, schema: StandardSchemaV1, argument: string): number {
    if (this.#options.scope === 'http-request' && (where === 'param' || where === 'params')) {
      this.#refuse(
        `takes the JSON-RPC parameter "${argument}", but is resolved once per HTTP request; ` +
          `move it to commonDependencies, or read a header() or cookie() instead`,
      );
    }
    const known = this.#located.find(
      (other) => other.in === where && other.name === name && other.schema === schema,
    );
    if (known !== undefined) return known.slot;
    const slot = this.#newSlot();
    this.#located.push({ in: where, name, schema, slot });
    return slot;
  }

  #read(name: string, source: ScopeSource<unknown>): number {
    const { perCall, read } = source;
    if (perCall && this.#options.scope === 'http-request') {
      this.#refuse(
        `takes the call's context as "${name}", but is resolved once per HTTP request; ` +
          `move it to commonDependencies, or take httpRequest instead`,
      );
    }
    const slot = this.#newSlot();
    const security = isSecuritySource(source) ? source.security : undefined;
    this.#reads.push({ slot, read, security });
    return slot;
  }

  #resource(resource: Resource): number {
    const known = this.#resources.find((other) => other.resource === resource);
    if (known !== undefined) return known.slot;
    const slot = this.#newSlot();
    this.#resources.push({ slot, resource });
    return slot;
  }

  #dependency(declared: Dependency): number {
    const dependency = this.#overrideOf(declared) ?? declared;
    const known = this.#slots.get(dependency);
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
    const slot = this.#newSlot();
    this.#slots.set(dependency, slot);
    this.#steps.push({ slot, dependency, args });
    return slot;
  }

  #sharedValue(dependency: Dependency): number {
    const slot = this.#newSlot();
    this.#slots.set(dependency, slot);
    const read: ScopeRead['read'] = (scope) => scope.shared?.get(dependency);
    this.#reads.push({ slot, read, security: undefined });
    return slot;
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

  #newSlot(): number {
    return this.#size++;
  }
}

function isCredential({ security }: ScopeRead): boolean {
  return security !== undefined;
}

function isWhole({ in: where }: Located): boolean {
  return where === 'params';
}
