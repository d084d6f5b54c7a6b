import type { ApiServices, BoundEntrypoint } from '../call/bound-entrypoint.js';
import type { Measurement } from '../context/instrumentation.js';

/** Returns the current numbers of an api that don't belong to one of its entrypoints. */
export function apiGauges({
  heldMemory,
  resources,
  subscriptionCount,
}: ApiServices): readonly Measurement[] {
  const open = Array.from(resources.values(), ({ name, isOpen }) => ({
    name: 'jsonrpc.server.open_resources',
    value: Number(isOpen),
    attributes: { 'jsonrpc.resource.name': name },
  }));
  return [
    { name: 'jsonrpc.server.held_memory', value: heldMemory.held, attributes: {} },
    ...open,
    ...subscriptionCount.measure(),
  ];
}

/** Returns the current numbers of an entrypoint. */
export function entrypointGauges({
  entrypoint,
  waiting,
  abandoned,
  backgroundQueue,
}: BoundEntrypoint): readonly Measurement[] {
  const attributes = { 'jsonrpc.entrypoint': entrypoint.path };
  return [
    { name: 'jsonrpc.server.waiting_calls', value: waiting, attributes },
    { name: 'jsonrpc.server.abandoned_calls', value: abandoned.count, attributes },
    {
      name: 'jsonrpc.server.waiting_background_tasks',
      value: backgroundQueue.waiting,
      attributes,
    },
  ];
}
