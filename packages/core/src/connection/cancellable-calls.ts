import { isRequestId } from '../jsonrpc/envelope.js';
import { type Calls, readJson } from '../jsonrpc/message.js';
import type { RequestId } from '../jsonrpc/request.js';
import type { CancellableCall, Cancellation } from '../message/carrier.js';
import { isObject } from '../options/describe-value.js';

const CANCEL_METHOD = '$/cancelRequest';

/** The characters of the longest message that is read while a connection waits for its last calls. */
const MAX_LATE_LENGTH = 1_024;

/** A request whose call hasn't begun, because its message waits for dependencies or other calls. */
class ExpectedCall implements CancellableCall {
  readonly id: RequestId;
  isCancelled = false;

  constructor(id: RequestId) {
    this.id = id;
  }

  cancel(): void {
    this.isCancelled = true;
  }
}

/** The calls of a connection that haven't ended, by id. */
export class CancellableCalls implements Cancellation {
  #calls: Map<RequestId, CancellableCall> | undefined;

  receive(item: unknown): boolean {
    if (!isObject(item) || item['method'] !== CANCEL_METHOD || 'id' in item) return false;
    const { params } = item;
    // An id of another type, or one that isn't known, has no call.
    if (isObject(params)) this.#calls?.get(params['id'] as RequestId)?.cancel();
    return true;
  }

  /** Handles a message that arrives while the connection waits for its last calls, and runs no others. */
  receiveLate(text: string | undefined): void {
    if (text === undefined || text.length > MAX_LATE_LENGTH) return;
    const json = readJson(text);
    if (json.ok) this.receive(json.value);
  }

  expect(calls: Calls, ended: Promise<unknown>): void {
    const items = calls.kind === 'single' ? [calls.item] : calls.items;
    for (const item of items) {
      const id = isObject(item) ? item['id'] : undefined;
      if (isRequestId(id) && this.#calls?.has(id) !== true) this.track(new ExpectedCall(id), ended);
    }
  }

  hasCancelled(id: RequestId | null): boolean {
    const call = id === null ? undefined : this.#calls?.get(id);
    return call instanceof ExpectedCall && call.isCancelled;
  }

  track(call: CancellableCall, ended: Promise<unknown>): void {
    const { id } = call;
    if (id === null) return;
    const calls = (this.#calls ??= new Map());
    calls.set(id, call);
    const forget = (): void => {
      // A client may use an id again before its first call has ended.
      if (calls.get(id) === call) calls.delete(id);
    };
    ended.then(forget, forget);
  }
}
