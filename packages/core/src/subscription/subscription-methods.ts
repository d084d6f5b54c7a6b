import type { StandardSchemaV1 } from '@standard-schema/spec';
import * as v from 'valibot';
import { continueWith, type MaybePromise } from '../async/maybe-promise.js';
import type { JsonRpcContext } from '../context/json-rpc-context.js';
import { countRejected } from '../context/measurement.js';
import { callSource, jsonRpcContext } from '../di/context-sources.js';
import { cursor, invalidCursor, readCursor } from '../di/cursor.js';
import { includesSource } from '../di/dependency.js';
import type { InternalCall } from '../di/internal-call.js';
import { mergeErrorClasses } from '../errors/error-classes.js';
import { EventsLost, InvalidRequest, LimitExceeded } from '../errors/standard-errors.js';
import { ProblemBudget } from '../jsonrpc/problem.js';
import { type EncodedEvent, eventReaderOf, isEncodedEvent } from '../message/channel-event.js';
import type { EventSource, Subscriber, SubscriptionNames } from '../message/subscriber.js';
import { defineMethod, type Method } from '../method/method.js';
import type { ErrorClass } from '../errors/base-error.js';
import { describeValue, isObject } from '../options/describe-value.js';
import { describeRejection } from '../validation/to-problems.js';
import { compileValidate, type Validation } from '../validation/validate.js';
import type { SubscriptionOptions } from './subscription-options.js';

/** A subscription that is being declared. */
interface Declaration {
  readonly where: string;
  readonly names: SubscriptionNames;
  readonly options: SubscriptionOptions<never, StandardSchemaV1 | undefined, readonly ErrorClass[]>;
  readonly handler: (args: object) => unknown;
}

/** The call, in the arguments of a method. Its name can't be that of a JSON-RPC parameter. */
const CALL = '~call';

const SUBSCRIBER_MISSING = {
  loc: ['method'],
  msg: 'A subscription needs a WebSocket, or an HTTP request with the header "accept: text/event-stream"',
  type: 'subscriber_missing',
};

/** Rejects a call that can't subscribe, before its dependencies run. */
const subscribingCall = callSource((call) => {
  checkRoom(call);
  return call;
});

function subscriberOf({ carrier }: InternalCall): Subscriber {
  if (carrier.subscriber !== undefined) return carrier.subscriber;
  throw new InvalidRequest({ errors: [SUBSCRIBER_MISSING] });
}

/** @throws LimitExceeded if a limit is reached, or InvalidRequest if nothing can be sent to the client */
function checkRoom(call: InternalCall): void {
  try {
    subscriberOf(call).checkRoom();
  } catch (error) {
    if (error instanceof LimitExceeded) countRejected(call.logger, call, 'maxSubscriptions');
    throw error;
  }
}

/** Creates the method that subscribes. Its result is the id of the subscription. */
export function subscribeMethod({ where, names, options, handler }: Declaration): Method {
  const {
    event,
    namespace,
    subscribe: _subscribe,
    notification: _notification,
    unsubscribe: _unsubscribe,
    idParameter: _idParameter,
    sendDone = true,
    args = {},
    paramStructure = namespace === undefined ? undefined : 'either',
    ...others
  } = options;
  const encode = compileEncode(where, event);
  const canResume = includesSource(
    [...Object.values(args), ...(others.dependencies ?? [])],
    cursor,
  );
  const open = (call: InternalCall, events: EventSource): string => {
    try {
      if (call.interruption !== undefined) throw call.interruption;
      // Before the dependencies are detached, because a failed call closes them itself.
      checkRoom(call);
      return subscriberOf(call).open({ ...call.detach(), names, sendDone, events, encode });
    } catch (error) {
      closeQuietly(events);
      throw error;
    }
  };
  const accept = (call: InternalCall, iterable: unknown): MaybePromise<string> => {
    const events = sourceOf(where, iterable);
    const attached = events.kind === 'reader' ? events.reader.attached : undefined;
    if (attached === undefined) return open(call, events);
    return attached.then(
      () => open(call, events),
      (error: unknown) => {
        closeQuietly(events);
        throw error;
      },
    );
  };
  const method = defineMethod(
    names.subscribe,
    {
      ...others,
      errors: canResume
        ? mergeErrorClasses(where, others.errors ?? [], [EventsLost])
        : others.errors,
      paramStructure,
      args: { ...args, [CALL]: subscribingCall },
      result: v.string(),
      notifications: 'reject',
    },
    ({ [CALL]: call, ...ownArgs }) => {
      if (!canResume && readCursor(call) !== undefined) {
        throw invalidCursor(
          'This subscription has no history. Subscribe without a cursor',
          'resume',
        );
      }
      return continueWith(handler(ownArgs), (iterable) => accept(call, iterable));
    },
  );
  return { ...method, subscribes: true, canResume };
}

/** Creates the method that unsubscribes. Its result is whether there was such a subscription. */
export function unsubscribeMethod({ unsubscribe, idParameter }: SubscriptionNames): Method {
  return defineMethod(
    unsubscribe,
    {
      args: { [idParameter]: v.string(), [CALL]: jsonRpcContext },
      result: v.boolean(),
      paramStructure: 'either',
      cost: 0,
    },
    (args) => {
      // The compiler doesn't know the name of the parameter.
      const { [idParameter]: id, [CALL]: call } = args as Record<string, unknown>;
      const { subscriber } = (call as JsonRpcContext).carrier;
      return subscriber?.close(id as string, unsubscribe) ?? false;
    },
  );
}

function sourceOf(where: string, iterable: unknown): EventSource {
  const reader = isObject(iterable) ? eventReaderOf(iterable) : undefined;
  if (reader !== undefined) return { kind: 'reader', reader };
  // A function may have members as well, but isn't an iterable of anyone.
  const create: unknown = isObject(iterable)
    ? (iterable as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator]
    : undefined;
  if (typeof create !== 'function') {
    throw new TypeError(
      `${where}: the handler must return an async iterable, not ${describeValue(iterable)}. Write an ` +
        `async function*.`,
    );
  }
  return {
    kind: 'iterator',
    iterator: (iterable as AsyncIterable<unknown>)[Symbol.asyncIterator](),
  };
}

/** Ends a source that is not read. */
function closeQuietly(events: EventSource): void {
  if (events.kind === 'reader') events.reader.close();
  else void (async () => events.iterator.return?.())().catch(() => undefined);
}

/**
 * Returns a function that validates an event and encodes it as the end of its notification. An event of a
 * channel with the same schema is already validated and encoded.
 */
function compileEncode(
  where: string,
  schema: StandardSchemaV1 | undefined,
): (event: unknown) => MaybePromise<string> {
  const stringify = (event: unknown): string => {
    const json = JSON.stringify(event ?? null) as string | undefined;
    if (json !== undefined) return json;
    throw new TypeError(
      `${where}: an event can't be encoded as JSON, because it is a ${typeof event}`,
    );
  };
  const encoded = (event: unknown): EncodedEvent | undefined =>
    isEncodedEvent(event) ? event : undefined;
  if (schema === undefined) {
    return (event) => encoded(event)?.notificationEnd ?? `"result":${stringify(event)}}}`;
  }
  const validate = compileValidate(schema);
  const valueOf = (validation: Validation): unknown => {
    if (validation.issues === undefined) return validation.value;
    const problems = describeRejection(schema, validation);
    throw new TypeError(`${where}: an event doesn't match its schema: ${problems}`);
  };
  return (event) => {
    const ofChannel = encoded(event);
    if (ofChannel?.schema === schema) return ofChannel.notificationEnd;
    const value = ofChannel === undefined ? event : ofChannel.event;
    const position = ofChannel?.positionMembers ?? '';
    const validated = validate(value, { problemBudget: new ProblemBudget() });
    return continueWith(
      validated,
      (validation) => `"result":${stringify(valueOf(validation))}${position}}}`,
    );
  };
}
