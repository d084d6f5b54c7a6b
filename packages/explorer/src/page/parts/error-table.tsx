import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ErrorModel } from '../document/api-model.js';
import type { References } from '../document/references.js';
import { schemaNode } from '../schema/schema-node.js';
import { Breakable } from './breakable.js';
import { Icon } from './icon.js';
import { Markdown } from './markdown.js';
import { SchemaTree } from './schema-tree.js';

interface ErrorTableProps {
  readonly errors: readonly ErrorModel[];
  readonly references: References;
}

/** The errors of a method: first its own ones, then those of the protocol. */
export function ErrorTable({ errors, references }: ErrorTableProps): VNode {
  const isStandard = ({ code }: ErrorModel): boolean => code <= -32000 && code >= -32768;
  const sorted = errors.toSorted((a, b) => Number(isStandard(a)) - Number(isStandard(b)));
  const hasWhen = errors.some(({ when }) => when !== undefined);
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label="Errors">
      <table class="errors">
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Error</th>
            {hasWhen && <th scope="col">When</th>}
          </tr>
        </thead>
        <tbody>
          {sorted.map((error) => (
            <ErrorRow
              key={`${error.code} ${error.name}`}
              error={error}
              references={references}
              hasWhen={hasWhen}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ErrorRowProps {
  readonly error: ErrorModel;
  readonly references: References;
  readonly hasWhen: boolean;
}

function ErrorRow({ error, references, hasWhen }: ErrorRowProps): VNode {
  const [isOpen, setOpen] = useState(false);
  const { name, code, message, when, data } = error;
  return (
    <>
      <tr>
        <td class="error-code">{code}</td>
        <td>
          <strong class="error-name">
            <Breakable text={name} />
          </strong>
          {message !== name && <span class="error-message">{message}</span>}
          {data !== undefined && (
            <button
              type="button"
              class="link-button error-data"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name="chevron" />
              data<span class="visually-hidden"> of {name}</span>
            </button>
          )}
        </td>
        {hasWhen && (
          <td class="error-when">{when === undefined ? '' : <Markdown text={when} />}</td>
        )}
      </tr>
      {isOpen && (
        <tr class="error-detail">
          <td colSpan={3}>
            <SchemaTree nodes={[schemaNode('data', data, references)]} isOutput />
          </td>
        </tr>
      )}
    </>
  );
}
