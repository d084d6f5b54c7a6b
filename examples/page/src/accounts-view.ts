import type { BankClient } from './bank-client.js';
import { byId, element } from './element.js';
import { money } from './money.js';

/** An account as the bank lists it, typed by the server's schema. */
export type Account = Awaited<ReturnType<BankClient['listAccounts']>>[number];

const list = byId('accounts', HTMLElement);

/** Shows the accounts with one of them selected, and calls back when another is clicked. */
export function showAccounts(
  accounts: readonly Account[],
  chosenId: string | undefined,
  onChoose: (accountId: string) => void,
): void {
  const cards = accounts.map(({ accountId, name, balance }) => {
    const card = element(
      'button',
      'account',
      element('span', 'faint', `${name} · ${accountId}`),
      element('span', 'balance', money(balance)),
    );
    card.type = 'button';
    card.dataset['account'] = accountId;
    card.ariaPressed = String(accountId === chosenId);
    card.addEventListener('click', () => onChoose(accountId));
    return card;
  });
  const focused = focusedIndex();
  list.replaceChildren(...cards);
  cards[focused]?.focus();
}

/** Shows the balance of an account after a movement. */
export function showBalance(accountId: string, balance: number): void {
  const balanceElement = list.querySelector(`[data-account="${accountId}"] .balance`);
  if (balanceElement === null) return;
  balanceElement.replaceWith(element('span', 'balance new', money(balance)));
}

/** The index of the focused card, so that its replacement can be focused. */
function focusedIndex(): number {
  return [...list.children].findIndex((card) => card === document.activeElement);
}
