import type { VNode } from 'preact';
import type { ContentModel, MethodModel } from '../document/api-model.js';
import type { References } from '../document/references.js';
import { Breakable } from '../parts/breakable.js';
import { JsonBlock } from '../parts/code-block.js';
import { CopyLink } from '../parts/copy-button.js';
import { ErrorTable } from '../parts/error-table.js';
import { Markdown } from '../parts/markdown.js';
import { SchemaTree } from '../parts/schema-tree.js';
import { schemaNode } from '../schema/schema-node.js';
import { type LinkedCall, methodHash } from '../state/route.js';
import { MethodInputs, MethodParams } from './method-inputs.js';
import { Section } from './section.js';
import { TryIt } from './try-it.js';

interface MethodPageProps {
  readonly method: MethodModel;
  readonly call: LinkedCall;
}

/** The documentation of one method, beside the form to call it. */
export function MethodPage({ method, call }: MethodPageProps): VNode {
  return (
    <article class="method-page">
      <div class="method-docs">
        <MethodHeader method={method} />
        <MethodParams method={method} />
        <MethodInputs method={method} />
        <MethodEvent method={method} />
        <MethodResult method={method} />
        {method.errors.length > 0 && (
          <Section title="Errors">
            <ErrorTable errors={method.errors} references={method.references} />
          </Section>
        )}
        <MethodExamples method={method} />
        {method.limits.length > 0 && (
          <Section title="Limits">
            <p class="schema-facts">
              {method.limits.map((limit) => (
                <span key={limit}>{limit}</span>
              ))}
            </p>
          </Section>
        )}
      </div>
      <TryIt method={method} call={call} />
    </article>
  );
}

function MethodHeader({ method }: { readonly method: MethodModel }): VNode {
  const {
    id,
    name,
    summary,
    description,
    deprecated,
    entrypoint,
    tags,
    idempotency,
    subscription,
  } = method;
  const place = [entrypoint.name, ...tags].filter((one) => one !== '').join(' · ');
  return (
    <header class="method-header">
      {place !== '' && <p class="breadcrumb">{place}</p>}
      <h1 tabIndex={-1}>
        <code>
          <Breakable text={name} />
        </code>
        <CopyLink label="Copy link to method" hash={methodHash(id)} />
      </h1>
      {summary !== undefined && summary !== name && <p class="summary">{summary}</p>}
      {deprecated && (
        <p class="notice notice-warning">
          <strong>Deprecated.</strong> Don’t use this method in new code. It will be removed.
        </p>
      )}
      {subscription !== undefined && (
        <p class="notice">
          <strong>Subscription.</strong> Events are notifications named{' '}
          <code>{subscription.notification}</code>. On a connection,{' '}
          <code>{subscription.unsubscribe}</code> ends them.
        </p>
      )}
      {idempotency !== undefined && (
        <p class="notice">
          <strong>Safe to retry.</strong> Calls with the same <code>{idempotency.member}</code> and
          the same params run only once.
        </p>
      )}
      {method.isDurable && (
        <p class="notice">
          <strong>Durable notifications.</strong> The server stores a notification of this method
          before it responds, and runs it later, even after a restart. A call runs at once.
        </p>
      )}
      {description !== undefined && <Markdown text={description} />}
      {method.documentation !== undefined && (
        <p>
          <a href={method.documentation.url} target="_blank" rel="noopener noreferrer nofollow">
            {method.documentation.text}
          </a>
        </p>
      )}
    </header>
  );
}

function MethodEvent({ method }: { readonly method: MethodModel }): VNode | null {
  const { subscription, references } = method;
  if (subscription?.event === undefined) return null;
  return <Content title="Event" content={subscription.event} references={references} />;
}

function MethodResult({ method }: { readonly method: MethodModel }): VNode {
  const { result, references } = method;
  if (result === undefined) {
    return (
      <Section title="Result">
        <p class="empty-note">The document describes no result.</p>
      </Section>
    );
  }
  return <Content title="Result" content={result} references={references} />;
}

interface ContentProps {
  readonly title: string;
  readonly content: ContentModel;
  readonly references: References;
}

/** The schema of a result or an event. */
function Content({ title, content, references }: ContentProps): VNode {
  const { schema, description } = content;
  const node = schemaNode(title.toLowerCase(), schema, references, { description });
  return (
    <Section title={title} note={node.type}>
      {node.hasChildren && node.description === undefined && node.facts.length === 0 ? (
        <SchemaTree nodes={node.children()} isOutput />
      ) : (
        <SchemaTree nodes={[node]} isOutput />
      )}
    </Section>
  );
}

function MethodExamples({ method: { examples } }: { readonly method: MethodModel }): VNode | null {
  if (examples.length === 0) return null;
  return (
    <Section title="Examples">
      {examples.map(({ name, description, params, result }) => (
        <div key={name} class="example">
          <h3>{name}</h3>
          {description !== undefined && description !== name && <Markdown text={description} />}
          <p class="note">Params</p>
          <JsonBlock label={`Params of ${name}`} value={params} />
          {result !== undefined && (
            <>
              <p class="note">Result</p>
              <JsonBlock label={`Result of ${name}`} value={result.value} />
            </>
          )}
        </div>
      ))}
    </Section>
  );
}
