import type { Behavior } from '../behavior.js';
import type { HttpLayer } from '../serve.js';

/** A violation of some rules, with the ids of exactly those cases that must fail. */
export interface Violation {
  readonly name: string;
  readonly behavior?: Partial<Behavior>;
  readonly http?: Partial<HttpLayer>;
  /** Whether cases run into their time limit. */
  readonly isSlow?: boolean;
  readonly fails: readonly string[];
}

/** The cases that expect a Parse error. */
export const PARSE_ERRORS: readonly string[] = [
  'parse.broken',
  'parse.broken-batch',
  'parse.not-quite-json',
  'parse.empty',
  'kit.byte-order-mark',
  'kit.invalid-utf-8',
  'kit.empty-body',
];

/** The cases that call an unknown method. */
export const UNKNOWN_METHODS: readonly string[] = [
  'method.unknown',
  'method.inherited-name',
  'method.reserved-name',
  'method.exact-name',
  'batch.mixed',
  'kit.batch-order',
  'kit.member-order',
  'kit.messages',
  'kit.method-route-rejections',
];

/** The cases with invalid items in a batch. */
export const INVALID_BATCH_ITEMS: readonly string[] = [
  'batch.one-invalid',
  'batch.several-invalid',
  'batch.nested',
];

/** The cases with a batch of notifications. */
export const NOTIFICATION_BATCHES: readonly string[] = [
  'batch.of-notifications',
  'batch.of-one-notification',
  'kit.no-content',
];

/** The cases with a notification. */
export const NOTIFICATIONS: readonly string[] = [
  'notification.of-a-method',
  'notification.with-result',
  'notification.unknown-method',
  'notification.invalid-params',
  'notification.failing',
];

/** The cases with a media type that is not JSON. */
export const MEDIA_TYPES: readonly string[] = [
  'kit.other-media-types',
  'kit.no-media-type',
  'kit.cors-safelisted',
  'kit.charset',
];
