import type { JsonRpcResponse } from '@jsonrpc-kit/core';
import type { AuditedMovement } from './audit.js';

/** What may stand where a string or a number is wanted. */
export type Sent = string | number | null;

/** A `params` of `transfer`, right or wrong. */
export interface PlannedTransfer {
  readonly from: Sent;
  readonly to: Sent;
  readonly amount: Sent;
  readonly isNotification: boolean;
  /** The code that it is answered with where the money suffices; undefined where it succeeds. */
  readonly errorCode: number | undefined;
}

/** A transfer with its answer; a notification has none. */
export interface SettledTransfer {
  readonly planned: PlannedTransfer;
  readonly answer: JsonRpcResponse | undefined;
}

export function isAsPlanned({ planned, answer }: SettledTransfer): boolean {
  if (answer === undefined || planned.isNotification) {
    return answer === undefined && planned.isNotification;
  }
  if (!('error' in answer)) return planned.errorCode === undefined;
  // The account may have been empty by then, which is found out before anything else can fail.
  const canRunOut = planned.errorCode === undefined || planned.errorCode === -32603;
  return answer.error.code === planned.errorCode || (canRunOut && answer.error.code === 6001);
}

/**
 * What is wrong between the transfers that were acknowledged and those on record. Notifications,
 * which nobody acknowledges, may be on record or not, once each.
 */
export function recordFaults(
  settled: readonly SettledTransfer[],
  movements: ReadonlyMap<number, AuditedMovement>,
): string[] {
  const faults: string[] = [];
  const unexplained = new Map(movements);
  for (const { planned, answer } of settled) {
    if (answer === undefined || 'error' in answer) continue;
    const { movementId } = answer.result as { readonly movementId: number };
    const movement = unexplained.get(movementId);
    if (movement === undefined || keyOf(movement) !== keyOf(planned)) {
      faults.push(`${movementId} was acknowledged, but is not on record as it was asked for`);
    }
    unexplained.delete(movementId);
  }
  const notified = settled
    .filter(({ planned }) => planned.isNotification && planned.errorCode === undefined)
    .map(({ planned }) => keyOf(planned));
  for (const movement of unexplained.values()) {
    const index = notified.indexOf(keyOf(movement));
    if (index === -1) faults.push(`${movement.id} is on record, but was not acknowledged`);
    else notified.splice(index, 1);
  }
  return faults;
}

function keyOf({ from, to, amount }: Pick<PlannedTransfer, 'from' | 'to' | 'amount'>): string {
  return JSON.stringify([from, to, amount]);
}
