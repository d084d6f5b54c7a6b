import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { inputValue } from '../call/request-headers.js';
import type { HttpInput } from '../document/api-model.js';
import { useServerValues } from '../state/app-state.js';

interface HttpFieldsProps {
  /** The server that gets the values. */
  readonly url: string;
  readonly inputs: readonly HttpInput[];
}

/** Fields for headers and credentials. The methods of a server share their values, which the tab keeps. */
export function HttpFields({ url, inputs }: HttpFieldsProps): VNode {
  return (
    <div class="fields">
      {inputs.map((input) =>
        input.kind === 'cookie' ? (
          <p key={input.key} class="note">
            The browser sends the cookie <code>{input.name}</code> if it has one. This page can’t
            set cookies.
          </p>
        ) : (
          <HttpField key={`${url} ${input.key}`} url={url} input={input} />
        ),
      )}
    </div>
  );
}

interface HttpFieldProps {
  readonly url: string;
  readonly input: HttpInput;
}

function HttpField({ url, input }: HttpFieldProps): VNode {
  const { entered, enter } = useServerValues(url);
  const value = inputValue(input, entered);
  const id = useId();
  const update = (text: string): void => enter(input.key, text);
  return (
    <div class="field">
      <label for={id}>
        <code>{input.name}</code>
        <span class="field-kind">{describeKind(input)}</span>
      </label>
      {input.kind === 'basic' ? (
        <BasicField id={id} value={value} update={update} />
      ) : (
        <input
          id={id}
          value={value}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={input.required && value === ''}
          onInput={(event) => update(event.currentTarget.value)}
        />
      )}
      {input.isCredential && input.description !== undefined && (
        <p class="note">{input.description}</p>
      )}
      <ExampleValues input={input} value={value} update={update} />
    </div>
  );
}

function describeKind({ kind, required }: HttpInput): string {
  const names = {
    header: 'header',
    cookie: 'cookie',
    basic: 'user and password',
    bearer: 'bearer token',
  };
  return required ? `${names[kind]}, required` : names[kind];
}

interface ExampleValuesProps {
  readonly input: HttpInput;
  readonly value: string;
  readonly update: (text: string) => void;
}

/** The example values of the document. A click enters one. */
function ExampleValues({ input, value, update }: ExampleValuesProps): VNode | null {
  if (input.examples.length === 0) return null;
  return (
    <p class="offers">
      <span>Try </span>
      {input.examples.map((example) => (
        <button
          key={example}
          type="button"
          class="chip"
          aria-pressed={example === value}
          onClick={() => update(example)}
        >
          {example}
        </button>
      ))}
    </p>
  );
}

interface BasicFieldProps {
  readonly id: string;
  readonly value: string;
  readonly update: (text: string) => void;
}

function BasicField({ id, value, update }: BasicFieldProps): VNode {
  const split = value.indexOf(':');
  const [user, setUser] = useState(split === -1 ? value : value.slice(0, split));
  const [password, setPassword] = useState(split === -1 ? '' : value.slice(split + 1));
  const change = (nextUser: string, nextPassword: string): void => {
    setUser(nextUser);
    setPassword(nextPassword);
    update(nextUser === '' && nextPassword === '' ? '' : `${nextUser}:${nextPassword}`);
  };
  return (
    <div class="field-pair">
      <input
        id={id}
        value={user}
        placeholder="user"
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => change(event.currentTarget.value, password)}
      />
      <input
        type="password"
        aria-label="password"
        value={password}
        placeholder="password"
        autocomplete="off"
        onInput={(event) => change(user, event.currentTarget.value)}
      />
    </div>
  );
}
