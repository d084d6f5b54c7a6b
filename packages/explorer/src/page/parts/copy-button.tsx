import type { RefObject, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { MAX_HASH_LENGTH } from '../state/route.js';
import { Icon } from './icon.js';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** The element to select if the browser has no clipboard, such as on pages without TLS. */
  readonly source?: RefObject<HTMLElement | null>;
  readonly icon?: 'copy' | 'link';
}

/** Copies a text, and shows a confirmation for two seconds. */
export function CopyButton({ text, label, source, icon = 'copy' }: CopyButtonProps): VNode {
  const [state, setState] = useState<'copied' | 'selected' | undefined>();
  useEffect(() => {
    if (state === undefined) return undefined;
    const timer = setTimeout(() => setState(undefined), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      if (source?.current) getSelection()?.selectAllChildren(source.current);
      setState('selected');
    }
  };
  return (
    <button type="button" class="icon-button" title={label} onClick={() => void copy()}>
      <Icon name={state === 'copied' ? 'check' : icon} />
      <span class="visually-hidden">{label}</span>
      <span class="visually-hidden" role="status">
        {state === 'copied' ? 'Copied' : state === 'selected' ? 'Selected' : ''}
      </span>
    </button>
  );
}

interface CopyLinkProps {
  readonly label: string;
  /** The fragment of a view. */
  readonly hash: string;
}

/** Copies a link to a view, unless it is too long to be read. */
export function CopyLink({ label, hash }: CopyLinkProps): VNode | null {
  if (hash.length > MAX_HASH_LENGTH) return null;
  return <CopyButton icon="link" label={label} text={new URL(hash, location.href).href} />;
}
