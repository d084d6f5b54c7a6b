import type { MethodDescription } from '@jsonrpc-kit/core/description';

/** What happens to notifications of a method, in both API schemas. Absent if they simply run. */
export interface NotificationExtensions {
  /** Whether notifications are stored before the response. */
  readonly 'x-durable'?: true;
  /** Set if the server rejects notifications, so that every call needs an id. */
  readonly 'x-notifications'?: 'reject';
}

export function notificationExtensions({
  isDurable,
  rejectsNotifications,
}: MethodDescription): NotificationExtensions {
  return {
    ...(isDurable ? { 'x-durable': true } : {}),
    ...(rejectsNotifications ? { 'x-notifications': 'reject' } : {}),
  };
}
