import { useEffect, useState } from 'preact/hooks';
import { LiveEvents, type LiveState } from '../call/live-events.js';
import { useStore } from '../state/store.js';

/** Returns the events of one subscription, which ends with the view. */
export function useLiveEvents(): { readonly live: LiveEvents; readonly state: LiveState } {
  const [live] = useState(() => new LiveEvents());
  useEffect(() => () => live.unsubscribe(), [live]);
  return { live, state: useStore(live.state) };
}
