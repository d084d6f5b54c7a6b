import { type Problem, safe } from '@jsonrpc-kit/client';
import type { Account } from './accounts-view.js';
import type { BankClient, Customer } from './bank-client.js';
import { byId } from './element.js';
import { failureInWords } from './failure-in-words.js';
import { Field } from './field.js';
import { money } from './money.js';

type Transfer = Parameters<BankClient['transfer']>[0];

/** Sends money, and tells what became of it. */
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

  /** Forgets what was typed and said, for another customer. */
  clear(): void {
    this.#form.reset();
    this.offer([]);
    this.#say('');
  }

  /** The accounts that money can be sent from. */
  offer(accounts: readonly Account[]): void {
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
    // What is wrong with them is left to the bank to say: its schemas know best.
    const transfer = {
      from: this.#from.value,
      to: this.#to.value,
      amount: Number(this.#amount.value),
    };
    const { token } = this.#customer;
    this.#say('');
    this.#send.disabled = true;
    const answer = await safe(this.#bank.transfer(transfer));
    // Somebody else is at the page by now, whom it does not concern.
    if (token !== this.#customer.token) return;
    this.#send.disabled = false;

    if (answer.ok) {
      const left = money(answer.result.balance);
      this.#say(`${money(transfer.amount)} went to ${transfer.to}, and ${left} is left.`);
      this.#amount.input.value = '';
      this.#onTransferred(transfer);
    } else {
      this.#say(failureInWords(answer.error), 'error');
      if (answer.error.code === -32602) this.#refuse(answer.error.data?.errors ?? []);
    }
  }

  /** Puts each problem beside its field: a problem's place begins with the name of the param. */
  #refuse(problems: readonly Problem[]): void {
    const fields = { from: this.#from, to: this.#to, amount: this.#amount };
    for (const [name, field] of Object.entries(fields)) {
      field.refuse(problems.find(({ loc }) => loc[0] === name)?.msg ?? '');
    }
  }

  #say(text: string, kind = ''): void {
    this.#refuse([]);
    this.#outcome.className = `message ${kind}`;
    this.#outcome.textContent = text;
  }
}
