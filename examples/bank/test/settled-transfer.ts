import type { JsonRpcResponse } from '@jsonrpc-kit/core';
import type { AuditedMovement } from './audit.js';

/** A param, valid or not. */
export type Sent = string | number | null;

/** The params of a transfer, valid or not. */
export interface PlannedTransfer {
  readonly from: Sent;
  readonly to: Sent;
  readonly amount: Sent;
  readonly isNotification: boolean;
  /** The error code if there is enough money; undefined for success. */
  readonly errorCode: number | undefined;
}

/** A transfer with its response; a notification has none. */
export interface SettledTransfer {
  readonly planned: PlannedTransfer;
  readonly response: JsonRpcResponse | undefined;
}

export function isAsPlanned({ planned, response }: SettledTransfer): boolean {
  if (response === undefined || planned.isNotification) {
    return response === undefined && planned.isNotification;
  }
  if (!('error' in response)) return planned.errorCode === undefined;
  // The account may have been empty, which the bank checks first.
  const canRunOut = planned.errorCode === undefined || planned.errorCode === -32603;
  return response.error.code === planned.errorCode || (canRunOut && response.error.code === 6001);
}

/**
 * Compares the acknowledged transfers with the recorded movements, and describes each difference. A
 * notification is not acknowledged, so it may be recorded once or not at all.
 */
export function findDifferences(
  settled: readonly SettledTransfer[],
  movements: ReadonlyMap<number, AuditedMovement>,
): string[] {
  const differences: string[] = [];
  const unexplained = new Map(movements);
  for (const { planned, response } of settled) {
    if (response === undefined || 'error' in response) continue;
    const { movementId } = response.result as { readonly movementId: number };
    const movement = unexplained.get(movementId);
    if (movement === undefined || keyOf(movement) !== keyOf(planned)) {
      differences.push(`${movementId} was acknowledged, but not recorded as requested`);
    }
    unexplained.delete(movementId);
  }
  const notified = settled
    .filter(({ planned }) => planned.isNotification && planned.errorCode === undefined)
    .map(({ planned }) => keyOf(planned));
  for (const movement of unexplained.values()) {
    const index = notified.indexOf(keyOf(movement));
    if (index === -1) differences.push(`${movement.id} was recorded, but not acknowledged`);
    else notified.splice(index, 1);
  }
  return differences;
}

function keyOf({ from, to, amount }: Pick<PlannedTransfer, 'from' | 'to' | 'amount'>): string {
  return JSON.stringify([from, to, amount]);
}
