import { safe } from '@jsonrpc-kit/client';
import { showAccounts } from './accounts-view.js';
import { bankClient, type Customer } from './bank-client.js';
import { byId } from './element.js';
import { type Failure, failureInWords } from './failure-in-words.js';
import { showStatement } from './statement-view.js';
import { TransferForm } from './transfer-form.js';

const picker = byId('customer', HTMLSelectElement);
const trouble = byId('trouble', HTMLElement);

const customer: Customer = { token: picker.value };
const bank = bankClient(customer);
const form = new TransferForm(bank, customer, ({ from }) => void open(from));

/** Ends what is being loaded as soon as something else is to be shown. */
let loading = new AbortController();

/** Begins to load something: what was being loaded is not wanted any more. */
function newSignal(): AbortSignal {
  loading.abort();
  loading = new AbortController();
  return loading.signal;
}

/** A customer comes to the page: the accounts, and the first one's statement. */
async function enter(): Promise<void> {
  const signal = newSignal();
  customer.token = picker.value;
  form.clear();
  showAccounts([], undefined, choose);
  showStatement([]);

  const answer = await safe(bank.listAccounts({}, { signal }));
  if (!answer.ok) return complain(answer.error);
  form.offer(answer.result);
  const [first] = answer.result;
  if (first === undefined) return complain(undefined);
  await open(first.accountId);
}

/** Shows the accounts with one of them chosen, and its statement, by one HTTP request. */
async function open(accountId: string): Promise<void> {
  const signal = newSignal();
  const [accounts, statement] = await bank.$batch.safe(
    (b) => [b.listAccounts(), b.statement({ accountId, limit: 10 })],
    { signal },
  );
  if (!accounts.ok) return complain(accounts.error);
  if (!statement.ok) return complain(statement.error);
  complain(undefined);
  showAccounts(accounts.result, accountId, choose);
  showStatement(statement.result.lines);
}

function choose(accountId: string): void {
  void open(accountId);
}

/** Says what went wrong; nothing has where there is no error. */
function complain(error: Failure | undefined): void {
  if (error?.code === 'aborted') return;
  trouble.textContent = error === undefined ? '' : failureInWords(error);
}

picker.addEventListener('change', () => void enter());
await enter();
