import type { ArgumentScope } from '../context/argument-scope.js';
import { isPromise } from '../flow/maybe-promise.js';
import { unobserved } from '../flow/unobserved.js';
import type { OpenResource } from '../lifetime/provided-resources.js';
import type { Values } from './argument-record.js';
import type { Resource } from './resource.js';

export interface ResourceRead {
  readonly slot: number;
  readonly resource: Resource;
}

/**
 * Puts the values of resources at their places. Returns a promise if one of them is still being
 * opened.
 *
 * @throws Error if one is not provided or can't be opened
 */
export function readResources(
  reads: readonly ResourceRead[],
  scope: ArgumentScope,
  values: Values,
): Promise<void> | undefined {
  let opening: Promise<void>[] | undefined;
  for (const { slot, resource } of reads) {
    const put = ({ value }: OpenResource): void => {
      values[slot] = value;
    };
    const opened = scope.resources.open(resource);
    if (isPromise(opened)) (opening ??= []).push(unobserved(opened.then(put)));
    else put(opened);
  }
  return opening && Promise.all(opening).then(() => undefined);
}
