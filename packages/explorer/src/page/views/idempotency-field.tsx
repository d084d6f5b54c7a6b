import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '../parts/icon.js';
import { newKey } from '../state/batch-item.js';

interface IdempotencyFieldProps {
  readonly member: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The key of a call. A retry with the same key and params returns the first response. */
export function IdempotencyField({ member, value, onChange }: IdempotencyFieldProps): VNode {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>
        <code>{member}</code>
        <span class="field-kind">send again with the same key to retry the call</span>
      </label>
      <div class="field-pair">
        <input
          id={id}
          value={value}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => onChange(event.currentTarget.value)}
        />
        <button type="button" class="button" onClick={() => onChange(newKey())}>
          <Icon name="refresh" />
          New key
        </button>
      </div>
    </div>
  );
}
