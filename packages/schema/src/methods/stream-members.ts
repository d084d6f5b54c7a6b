import type { MethodDescription } from '@jsonrpc-kit/core/description';
import type { HttpParameter, JsonSchema } from '@jsonrpc-kit/openrpc';

type StreamedMethod = Pick<MethodDescription, 'reportsProgress' | 'canResume'>;

export const TOKEN: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'integer' }] };
export const CURSOR: JsonSchema = { type: 'string', minLength: 1, maxLength: 255 };

/** Returns the members of the request object. */
export function streamMembers({
  reportsProgress,
  canResume,
}: StreamedMethod): Readonly<Record<string, JsonSchema>> {
  return {
    ...(reportsProgress && {
      progressToken: {
        description:
          'Asks for the progress of the call, whose notifications contain this token. It has an effect on a ' +
          'connection, and in an HTTP request with `accept: text/event-stream`.',
        ...TOKEN,
      },
    }),
    ...(canResume && {
      cursor: {
        description: 'The `cursor` of an event, after which the events continue.',
        ...CURSOR,
      },
    }),
  };
}

/** The header with the cursor of a single call. */
export const CURSOR_HEADER: HttpParameter = {
  name: 'last-event-id',
  in: 'header',
  required: false,
  description:
    'The `cursor` of an event, after which the events of a single call continue. It can also be sent as the ' +
    'member `cursor`.',
  schema: CURSOR,
};

/** The members of a notification with an event that a client can continue after. */
export const POSITION_MEMBERS: Readonly<Record<string, JsonSchema>> = {
  cursor: { ...CURSOR, description: 'The position after this event.' },
  dropped: {
    type: 'integer',
    minimum: 1,
    description: 'The number of events before this one that the client was too slow to receive.',
  },
};
