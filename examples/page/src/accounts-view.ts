import type { BankClient } from './bank-client.js';
import { byId, element } from './element.js';
import { money } from './money.js';

/** As the bank lists it: the type is that of the server's schema. */
export type Account = Awaited<ReturnType<BankClient['listAccounts']>>[number];

const list = byId('accounts', HTMLElement);

/** Shows the accounts, one of them as chosen; clicked on, another is. */
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
    card.ariaPressed = String(accountId === chosenId);
    card.addEventListener('click', () => onChoose(accountId));
    return card;
  });
  const focused = cardsFocus();
  list.replaceChildren(...cards);
  cards[focused]?.focus();
}

/** Which card has the keyboard, so that the one that takes its place has it too. */
function cardsFocus(): number {
  return [...list.children].findIndex((card) => card === document.activeElement);
}
