import type { VNode } from 'preact';
import type { LiveEvent, LiveState } from '../call/live-events.js';
import { JsonBlock } from '../parts/code-block.js';

interface EventsViewProps {
  readonly state: LiveState;
  readonly onPause: (isPaused: boolean) => void;
}

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** The events of a subscription as they arrive, the newest first. */
export function EventsView({ state, onPause }: EventsViewProps): VNode {
  const { step, events, count, isPaused, reason } = state;
  return (
    <div class="response" role="region" aria-label="Events">
      <div class="events-head">
        <p role="status" class={`events-status events-${step}`}>
          {describeStep(state)}
        </p>
        {step !== 'idle' && <span class="note">{count === 1 ? '1 event' : `${count} events`}</span>}
        {(step === 'open' || step === 'reconnecting') && (
          <button type="button" class="button" onClick={() => onPause(!isPaused)}>
            {isPaused ? `Continue (${count - (events[0]?.number ?? 0)} new)` : 'Pause'}
          </button>
        )}
      </div>
      {reason !== undefined && <p class="note">{reason}</p>}
      <ol class="events">
        {events.map((event) => (
          <EventItem key={event.number} event={event} />
        ))}
      </ol>
    </div>
  );
}

function EventItem({ event }: { readonly event: LiveEvent }): VNode {
  const { number, at, value, dropped } = event;
  return (
    <li>
      {dropped > 0 && (
        <p class="notice notice-warning">{dropped} events before this one are missing.</p>
      )}
      <p class="note">
        {number} · <time dateTime={new Date(at).toISOString()}>{time.format(at)}</time>
      </p>
      <JsonBlock label={`Event ${number}`} value={value} />
    </li>
  );
}

function describeStep({ step, isPaused }: LiveState): string {
  switch (step) {
    case 'idle':
      return 'Events will be here. The page subscribes with an event stream over HTTP.';
    case 'connecting':
      return 'Subscribing…';
    case 'open':
      return isPaused ? 'Paused' : 'Subscribed';
    case 'reconnecting':
      return 'Reconnecting…';
    case 'ended':
      return 'Not subscribed';
  }
}
