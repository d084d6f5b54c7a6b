import type { BankClient } from './bank-client.js';
import { byId, element } from './element.js';
import { money } from './money.js';

/** A movement on the statement, typed by the server's schema. */
export type Line = Awaited<ReturnType<BankClient['statement']>>['lines'][number];

const rows = byId('statement', HTMLElement);
const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

export function showStatement(lines: readonly Line[]): void {
  rows.replaceChildren(...lines.map(row));
}

/** Adds a movement that has just been made, unless the statement has it already. */
export function addMovement(line: Line): void {
  if (rows.querySelector(`[data-movement="${line.movementId}"]`) !== null) return;
  const added = row(line);
  added.classList.add('new');
  rows.prepend(added);
}

function row(line: Line): HTMLElement {
  const at = element('time', 'faint', time.format(new Date(line.at)));
  at.dateTime = line.at;
  const isIncoming = line.kind === 'deposit' || line.kind === 'transfer in';
  const amount = (isIncoming ? '+' : '−') + money(line.amount);
  const created = element(
    'tr',
    '',
    element('td', '', at),
    element('td', '', describe(line)),
    element('td', isIncoming ? 'number incoming' : 'number', amount),
    element('td', 'number', money(line.balance)),
  );
  created.dataset['movement'] = String(line.movementId);
  return created;
}

function describe({ kind, counterparty }: Line): string {
  switch (kind) {
    case 'deposit':
      return 'Deposit';
    case 'withdrawal':
      return 'Withdrawal';
    case 'transfer in':
      return `From ${counterparty}`;
    case 'transfer out':
      return `To ${counterparty}`;
  }
}
