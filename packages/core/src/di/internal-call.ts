import type { AcceptedSubscription } from '../message/subscriber.js';
import type { PluginCall } from './plugin-call.js';
import type { Progress } from './progress.js';

/** The parts of a call that outlive it in a subscription. */
export type DetachedCall = Pick<
  AcceptedSubscription,
  'errorCodes' | 'inContext' | 'abort' | 'dispose' | 'abandon' | 'report'
>;

/** The context of a call with the members that only the core uses. The context of every call has them. */
export interface InternalCall extends PluginCall {
  /** @throws InvalidRequest if the token of the client is invalid */
  readonly progress: Progress;
  /** The RequestTimeout of a call that has timed out; undefined if it hasn't. */
  readonly interruption: unknown;
  /** Hands the signal and the open dependencies of the call over to a subscription. */
  detach(): DetachedCall;
}
