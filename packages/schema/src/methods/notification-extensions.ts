import type { MethodDescription } from '@jsonrpc-kit/core/description';
import type { OpenRpcMethod } from '@jsonrpc-kit/openrpc';

/** What happens to notifications of a method, in both API schemas. Absent if they simply run. */
export type NotificationExtensions = Pick<OpenRpcMethod, 'x-durable' | 'x-notifications'>;

export function notificationExtensions({
  isDurable,
  rejectsNotifications,
}: MethodDescription): NotificationExtensions {
  return {
    ...(isDurable ? { 'x-durable': true } : {}),
    ...(rejectsNotifications ? { 'x-notifications': 'reject' } : {}),
  };
}
