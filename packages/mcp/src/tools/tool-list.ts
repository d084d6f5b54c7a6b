import type { Logger } from '@jsonrpc-kit/core';
import type { HttpRequest } from '@jsonrpc-kit/core/adapter';
import type {
  AnyEntrypoint,
  Method,
  MethodDescription,
  SecurityAlternatives,
} from '@jsonrpc-kit/core/description';
import { methodJsonSchemas, setToolName } from '@jsonrpc-kit/schema/internal';
import { hasCredentials } from '../authorization/has-credentials.js';
import { invalidParams } from '../protocol/mcp-error.js';
import type { Era } from '../protocol/revision.js';
import { checkRequiredMembers, type RequestMembers } from './request-members.js';
import { defineTool, type ToolDefinition } from './tool-definition.js';

/**
 * The methods to serve as tools: a list, all methods with a tag, or those that a function accepts. Subscriptions are
 * never tools, because a tool has one result.
 */
export type MethodSelection =
  | readonly Method[]
  | { readonly tag: string }
  | ((method: MethodDescription, entrypoint: AnyEntrypoint) => boolean);

/** Returns the name of a method's tool. */
export type ToolNaming = (method: MethodDescription, entrypoint: AnyEntrypoint) => string;

/** A method that is served as a tool. */
export interface Tool {
  readonly name: string;
  readonly method: string;
  readonly entrypoint: AnyEntrypoint;
  readonly definition: Readonly<Record<Era, ToolDefinition>>;
  readonly security: readonly SecurityAlternatives[];
  readonly requestMembers: RequestMembers | undefined;
}

/** Options of a {@link ToolList}. */
interface ToolListOptions {
  readonly methods: MethodSelection;
  readonly toolName?: ToolNaming | undefined;
  readonly pageSize: number;
  readonly hideWithoutCredential: boolean;
  readonly requestMembers?: RequestMembers | undefined;
  /** Receives warnings about a tool without a description, and about a selection without methods. */
  readonly logger: Logger;
}

/** A page of tools, and the cursor of the next page. */
export interface ToolPage {
  readonly tools: readonly ToolDefinition[];
  readonly nextCursor: string | undefined;
}

/** The tools of an MCP endpoint, in the order of their declaration. */
export class ToolList {
  readonly #options: ToolListOptions;
  readonly #tools = new Map<string, Tool>();
  #hasEntrypoint = false;

  constructor(options: ToolListOptions) {
    this.#options = options;
  }

  find(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  /**
   * Adds the selected methods of an entrypoint.
   *
   * @throws TypeError if a method can't be a tool, or its name is taken
   */
  addEntrypoint(entrypoint: AnyEntrypoint): void {
    this.#hasEntrypoint = true;
    const { methods, requestMembers, logger } = this.#options;
    const { requestSchema } = entrypoint.settings;
    for (const schemas of methodJsonSchemas(entrypoint, (method) =>
      isSelected(methods, method, entrypoint),
    )) {
      const { description } = schemas;
      const name = this.#nameOf(description, entrypoint);
      const definition = defineTool(name, schemas);
      const { name: method, security } = description;
      if (definition.modern.description === undefined) {
        logger.warn(
          { method },
          'Tool without a description, by which agents choose; add a summary or a description to the method',
        );
      }
      if (requestMembers === undefined && requestSchema !== undefined) {
        checkRequiredMembers(describeOrigin(description, entrypoint), requestSchema, method);
      }
      setToolName(entrypoint, method, name);
      this.#tools.set(name, { name, method, entrypoint, definition, security, requestMembers });
    }
  }

  /**
   * Warns about a tag that no method has so far.
   *
   * @throws TypeError if a listed method belongs to no entrypoint so far
   */
  checkSelection(): void {
    const { methods, logger } = this.#options;
    if ('tag' in methods && this.#hasEntrypoint && this.#tools.size === 0) {
      const { tag } = methods;
      logger.warn(
        { tag },
        'No method has this tag, so there are no tools; check serveMcp({ methods })',
      );
    }
    if (!Array.isArray(methods)) return;
    const found = new Set(
      Array.from(this.#tools.values(), ({ entrypoint, method }) =>
        entrypoint.methods.find(({ name }) => name === method),
      ),
    );
    const missing = (methods as readonly Method[]).find((method) => !found.has(method));
    if (missing === undefined) return;
    throw new TypeError(
      `serveMcp(): the method "${missing.name}" belongs to no bound entrypoint. Call ` +
        `api.bindEntrypoint() before serveMcp().`,
    );
  }

  /**
   * Returns a page of the tools that a client may see, from the tool that the cursor names.
   *
   * @throws McpError if the list has no tool with this name
   */
  page(request: HttpRequest, era: Era, cursor: unknown): ToolPage {
    const { pageSize, hideWithoutCredential } = this.#options;
    const visible = [...this.#tools.values()].slice(this.#indexOf(cursor));
    const tools = hideWithoutCredential
      ? visible.filter(({ security }) => hasCredentials(request, security))
      : visible;
    return {
      tools: tools.slice(0, pageSize).map(({ definition }) => definition[era]),
      nextCursor: tools[pageSize]?.name,
    };
  }

  /** A cursor is the name of the tool that a page begins with, so it survives a restart. */
  #indexOf(cursor: unknown): number {
    if (cursor === undefined) return 0;
    const index = [...this.#tools.keys()].indexOf(cursor as string);
    if (index === -1) throw invalidParams('Unknown cursor: list the tools from the beginning');
    return index;
  }

  #nameOf(method: MethodDescription, entrypoint: AnyEntrypoint): string {
    const where = describeOrigin(method, entrypoint);
    if (method.paramStructure === 'by-position') {
      throw new TypeError(
        `${where} takes its parameters by position, but the arguments of a tool have names. Declare ` +
          `it with paramStructure: 'either'.`,
      );
    }
    const name = this.#options.toolName?.(method, entrypoint) ?? defaultToolName(method);
    if (!/^[\w-]{1,128}$/.test(name)) {
      throw new TypeError(
        `${where} can't be the tool ${JSON.stringify(name)}. Return a name of 1 to 128 letters, ` +
          `digits, "_" and "-" from toolName.`,
      );
    }
    const other = this.#tools.get(name);
    if (other === undefined) return name;
    throw new TypeError(
      `${where} and method "${other.method}" of ${other.entrypoint.path} would both be the tool ` +
        `"${name}". Return different names from toolName.`,
    );
  }
}

/** Returns the beginning of an error message: the method that a tool comes from. */
function describeOrigin({ name }: MethodDescription, { path }: AnyEntrypoint): string {
  return `serveMcp(): method "${name}" of ${path}`;
}

/** Replaces the characters that language models don't accept in the name of a tool: `stats.count`. */
function defaultToolName({ name }: MethodDescription): string {
  return name.replaceAll(/[^\w-]/g, '_');
}

function isSelected(
  selection: MethodSelection,
  method: MethodDescription,
  entrypoint: AnyEntrypoint,
): boolean {
  const isOfSubscription = entrypoint.subscriptions.some(
    ({ names }) => names.subscribe === method.name || names.unsubscribe === method.name,
  );
  if (isOfSubscription) return false;
  if (typeof selection === 'function') return selection(method, entrypoint);
  if ('tag' in selection) return method.tags.includes(selection.tag);
  return selection.some(
    (listed) => listed.name === method.name && entrypoint.methods.includes(listed),
  );
}
