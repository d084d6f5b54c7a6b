import type { VNode } from 'preact';
import type { HttpInput, MethodModel } from '../document/api-model.js';
import { SchemaTree } from '../parts/schema-tree.js';
import { type SchemaNode, schemaNode } from '../schema/schema-node.js';
import { Section } from './section.js';

/** The parameters of a method, by name or in their order. */
export function MethodParams({ method }: { readonly method: MethodModel }): VNode {
  const { params, paramStructure, references, paramsSchema } = method;
  const note = {
    'by-name': 'by name, as an object',
    'by-position': 'by position, as an array',
    either: 'by name, as an object, or by position, as an array',
  };
  const nodes = params.map(({ name, schema, required, description, deprecated }) =>
    schemaNode(name, schema, references, {
      isProperty: true,
      required,
      description,
      deprecated,
    }),
  );
  if (nodes.length === 0) {
    const whole = schemaNode('params', paramsSchema, references);
    if (!whole.hasChildren) {
      return (
        <Section title="Parameters">
          <p class="empty-note">The method has no parameters.</p>
        </Section>
      );
    }
    nodes.push(whole);
  }
  return (
    <Section title="Parameters" note={note[paramStructure]}>
      <SchemaTree nodes={nodes} />
    </Section>
  );
}

/** The headers, cookies and credentials of a method. */
export function MethodInputs({ method }: { readonly method: MethodModel }): VNode | null {
  const { inputs, references } = method;
  if (inputs.length === 0) return null;
  const nodes = inputs.map((input): SchemaNode => {
    const { name, required, description, schema } = input;
    const node = schemaNode(name, schema ?? {}, references, {
      isProperty: true,
      required,
      description,
    });
    return { ...node, type: describeType(input, node) };
  });
  return (
    <Section title="Headers and credentials">
      <SchemaTree nodes={nodes} />
    </Section>
  );
}

function describeType({ kind, schema }: HttpInput, { type }: SchemaNode): string {
  if (kind === 'basic') return 'HTTP Basic: user and password';
  if (kind === 'bearer') return 'HTTP Bearer: token';
  return schema === undefined ? kind : `${kind}: ${type}`;
}
