import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { RequestObject } from '../call/call-draft.js';
import type { CallOutcome } from '../call/read-response.js';
import type { MethodModel } from '../document/api-model.js';
import { Icon } from '../parts/icon.js';
import { useApp } from '../state/app-state.js';
import { type BatchItem, changeBatchItem } from '../state/batch-item.js';
import { methodHash } from '../state/route.js';
import { OutcomeView } from './outcome-view.js';
import { ParamsEditor } from './params-editor.js';
import { ParamsProblems } from './params-problems.js';
import { useParamsCheck } from './use-params-check.js';

/** A call of a batch, ready to be sent. */
export interface BatchCall {
  readonly item: BatchItem;
  readonly method: MethodModel;
  readonly message: RequestObject;
  /** Undefined for a notification. */
  readonly id: number | undefined;
}

interface BatchItemViewProps {
  readonly call: BatchCall;
  readonly outcome: CallOutcome | undefined;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** One call of a batch, with its response. */
export function BatchItemView({ call, outcome, isFirst, isLast }: BatchItemViewProps): VNode {
  const { item, method } = call;
  const { batch } = useApp();
  const [isOpen, setOpen] = useState(false);
  const check = useParamsCheck(method, item.params);
  const update = (change: Parameters<typeof changeBatchItem>[1]): void =>
    batch.set(
      batch.get().map((one) => (one.key === item.key ? changeBatchItem(one, change) : one)),
    );
  const name = method.name;
  return (
    <li class="batch-item">
      <div class="batch-head">
        <button
          type="button"
          class="schema-toggle"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevron" />
          <code>{name}</code>
        </button>
        {!isOpen && call.id === undefined && <span class="badge">notification</span>}
        {!isOpen && <code class="batch-params">{oneLine(item.params)}</code>}
        <BatchButtons item={item} name={name} isFirst={isFirst} isLast={isLast} />
      </div>
      {isOpen && (
        <div class="batch-body">
          <ParamsEditor
            label={`Params of ${name}`}
            value={item.params}
            method={method}
            check={check}
            onChange={(params) => update({ params })}
            onSubmit={() => undefined}
          />
          {!method.rejectsNotifications && (
            <label class="checkbox">
              <input
                type="checkbox"
                checked={item.isNotification}
                onChange={(event) => update({ isNotification: event.currentTarget.checked })}
              />
              Send as a notification
            </label>
          )}
          <a href={methodHash(method.id)}>About {name}</a>
        </div>
      )}
      {!isOpen && check.problems.length + (check.syntax === undefined ? 0 : 1) > 0 && (
        <ParamsProblems check={check} />
      )}
      {outcome !== undefined && <OutcomeView outcome={outcome} />}
    </li>
  );
}

interface BatchButtonsProps {
  readonly item: BatchItem;
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function BatchButtons({ item, name, isFirst, isLast }: BatchButtonsProps): VNode {
  const { batch } = useApp();
  const move = (by: number): void => {
    const items = [...batch.get()];
    const index = items.findIndex(({ key }) => key === item.key);
    const [moved] = items.splice(index, 1);
    if (moved !== undefined) items.splice(index + by, 0, moved);
    batch.set(items);
  };
  const remove = (): void => batch.set(batch.get().filter(({ key }) => key !== item.key));
  return (
    <span class="batch-buttons">
      <IconButton
        icon="up"
        label={`Move ${name} up`}
        isDisabled={isFirst}
        onClick={() => move(-1)}
      />
      <IconButton
        icon="down"
        label={`Move ${name} down`}
        isDisabled={isLast}
        onClick={() => move(1)}
      />
      <IconButton icon="close" label={`Remove ${name}`} onClick={remove} />
    </span>
  );
}

interface IconButtonProps {
  readonly icon: 'up' | 'down' | 'close';
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

function IconButton({ icon, label, isDisabled = false, onClick }: IconButtonProps): VNode {
  return (
    <button type="button" class="icon-button" title={label} disabled={isDisabled} onClick={onClick}>
      <Icon name={icon} />
      <span class="visually-hidden">{label}</span>
    </button>
  );
}

function oneLine(params: string): string {
  return params.replace(/\s+/g, ' ').slice(0, 200);
}
