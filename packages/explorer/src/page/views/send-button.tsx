import type { VNode } from 'preact';
import { Icon } from '../parts/icon.js';

interface SendButtonProps {
  readonly label: string;
  /** Default: `Cancel`. */
  readonly cancelLabel?: string;
  readonly isSending: boolean;
  readonly canSend: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

/** Sends a request, and cancels it while it is being sent. */
export function SendButton({
  label,
  cancelLabel = 'Cancel',
  isSending,
  canSend,
  onSend,
  onCancel,
}: SendButtonProps): VNode {
  return isSending ? (
    <button type="button" class="button" onClick={onCancel}>
      {cancelLabel}
    </button>
  ) : (
    <button type="button" class="button primary" disabled={!canSend} onClick={onSend}>
      <Icon name="play" />
      {label}
    </button>
  );
}
