import type { MethodDescription } from '@jsonrpc-kit/core/description';
import type { OpenRpcMethod } from '@jsonrpc-kit/openrpc';
import { keySchema } from './idempotency-key.js';
import { CURSOR, TOKEN } from './stream-members.js';

/** What a call may contain and what happens to notifications, in both API schemas. */
export type CallExtensions = Pick<
  OpenRpcMethod,
  'x-idempotent' | 'x-progress' | 'x-cursor' | 'x-durable' | 'x-notifications'
>;

export function callExtensions({
  idempotencyKey: key,
  reportsProgress,
  canResume,
  isDurable,
  rejectsNotifications,
}: MethodDescription): CallExtensions {
  return {
    ...(key && {
      'x-idempotent': {
        member: 'idempotencyKey',
        header: 'idempotency-key',
        required: key.isRequired,
        schema: keySchema(key),
      },
    }),
    ...(reportsProgress && {
      'x-progress': { member: 'progressToken', notification: '$/progress', schema: TOKEN },
    }),
    ...(canResume && {
      'x-cursor': { member: 'cursor', header: 'last-event-id', schema: CURSOR },
    }),
    ...(isDurable && { 'x-durable': true }),
    ...(rejectsNotifications && { 'x-notifications': 'reject' }),
  };
}
