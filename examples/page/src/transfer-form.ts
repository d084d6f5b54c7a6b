import { type Problem, safe } from '@jsonrpc-kit/client';
import type { Account } from './accounts-view.js';
import type { BankClient, Customer } from './bank-client.js';
import { byId } from './element.js';
import { errorMessage } from './error-message.js';
import { Field } from './field.js';
import { money } from './money.js';

type Transfer = Parameters<BankClient['transfer']>[0];

/** The form that sends money and shows the outcome. */
export class TransferForm {
  readonly #bank: BankClient;
  readonly #customer: Customer;
  readonly #onTransferred: (transfer: Transfer) => void;

  readonly #form = byId('transfer', HTMLFormElement);
  readonly #send = byId('send', HTMLButtonElement);
  readonly #outcome = byId('outcome', HTMLElement);
  readonly #from = new Field('from', HTMLSelectElement);
  readonly #to = new Field('to', HTMLInputElement);
  readonly #amount = new Field('amount', HTMLInputElement);

  constructor(bank: BankClient, customer: Customer, onTransferred: (transfer: Transfer) => void) {
    this.#bank = bank;
    this.#customer = customer;
    this.#onTransferred = onTransferred;
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#transfer();
    });
  }

  /** Resets the form for another customer. */
  clear(): void {
    this.#form.reset();
    this.setAccounts([]);
    this.#showOutcome('');
  }

  /** Sets the accounts that money can be sent from. */
  setAccounts(accounts: readonly Account[]): void {
    const chosen = this.#from.value;
    this.#from.input.replaceChildren(
      ...accounts.map(({ accountId, name }) => {
        const label = `${name} · ${accountId}`;
        return new Option(label, accountId, false, accountId === chosen);
      }),
    );
    this.#send.disabled = accounts.length === 0;
  }

  async #transfer(): Promise<void> {
    // The bank's schemas validate the values, so the page doesn't.
    const transfer = {
      from: this.#from.value,
      to: this.#to.value,
      amount: Number(this.#amount.value),
    };
    const { token } = this.#customer;
    this.#showOutcome('');
    this.#send.disabled = true;
    const outcome = await safe(this.#bank.transfer(transfer));
    // Another customer was chosen meanwhile.
    if (token !== this.#customer.token) return;
    this.#send.disabled = false;

    if (outcome.ok) {
      const amount = money(transfer.amount);
      const balance = money(outcome.result.balance);
      this.#showOutcome(`Transferred ${amount} to ${transfer.to}. Your balance is ${balance}.`);
      this.#amount.input.value = '';
      this.#onTransferred(transfer);
    } else {
      this.#showOutcome(errorMessage(outcome.error), 'error');
      if (outcome.error.code === -32602) this.#showProblems(outcome.error.data?.errors ?? []);
    }
  }

  /** Shows each problem beside its field: `loc` starts with the name of the param. */
  #showProblems(problems: readonly Problem[]): void {
    const fields = { from: this.#from, to: this.#to, amount: this.#amount };
    for (const [name, field] of Object.entries(fields)) {
      field.showProblem(problems.find(({ loc }) => loc[0] === name)?.msg ?? '');
    }
  }

  #showOutcome(text: string, kind = ''): void {
    this.#showProblems([]);
    this.#outcome.className = `message ${kind}`;
    this.#outcome.textContent = text;
  }
}
