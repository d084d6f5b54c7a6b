import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SchemaNode } from '../schema/schema-node.js';
import { Icon } from './icon.js';
import { Markdown } from './markdown.js';

interface SchemaTreeProps {
  readonly nodes: readonly SchemaNode[];
  readonly depth?: number;
  /** Whether the schema is that of a response, in which the optional members are worth noting. */
  readonly isOutput?: boolean;
}

/** Rows beyond this are displayed on demand. */
const MAX_ROWS = 50;
const MAX_OPEN_ROWS = 12;

/** The rows of a schema. A row with children is opened by a click, so a circular schema has an end. */
export function SchemaTree({ nodes, depth = 0, isOutput = false }: SchemaTreeProps): VNode {
  const [limit, setLimit] = useState(MAX_ROWS);
  const hidden = nodes.length - limit;
  return (
    <ul class="schema-tree">
      {nodes.slice(0, limit).map((node) => (
        <SchemaRow
          key={node.name}
          node={node}
          depth={depth}
          siblings={nodes.length}
          isOutput={isOutput}
        />
      ))}
      {hidden > 0 && (
        <li>
          <button type="button" class="link-button" onClick={() => setLimit(limit + 200)}>
            Show {Math.min(hidden, 200)} more of {hidden}
          </button>
        </li>
      )}
    </ul>
  );
}

interface SchemaRowProps {
  readonly node: SchemaNode;
  readonly depth: number;
  readonly siblings: number;
  readonly isOutput: boolean;
}

function SchemaRow({ node, depth, siblings, isOutput }: SchemaRowProps): VNode {
  const [isOpen, setOpen] = useState(node.hasChildren && depth < 1 && siblings <= MAX_OPEN_ROWS);
  const children = isOpen ? node.children() : [];
  return (
    <li class="schema-row">
      <div class="schema-head">
        {node.hasChildren ? (
          <button
            type="button"
            class="schema-toggle"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="chevron" />
            <RowName node={node} />
          </button>
        ) : (
          <RowName node={node} />
        )}
        <span class="schema-type">{node.type}</span>
        {node.required && !isOutput && <span class="badge badge-required">required</span>}
        {!node.required && node.isProperty && isOutput && <span class="badge">optional</span>}
        {node.deprecated && <span class="badge badge-warning">deprecated</span>}
      </div>
      <RowDetails node={node} />
      {children.length > 0 && <SchemaTree nodes={children} depth={depth + 1} isOutput={isOutput} />}
    </li>
  );
}

function RowName({ node }: { readonly node: SchemaNode }): VNode {
  return <span class={node.isProperty ? 'schema-name' : 'schema-label'}>{node.name}</span>;
}

function RowDetails({ node }: { readonly node: SchemaNode }): VNode {
  const { description, facts, values } = node;
  return (
    <>
      {description !== undefined && <Markdown text={description} />}
      {facts.length > 0 && (
        <p class="schema-facts">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      )}
      {values.length > 0 && (
        <p class="schema-values">
          {values.map((value) => (
            <code key={value}>{value}</code>
          ))}
        </p>
      )}
    </>
  );
}
