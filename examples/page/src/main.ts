import { safe } from '@jsonrpc-kit/client';
import { showAccounts, showBalance } from './accounts-view.js';
import { bankClient, type Customer, setTokenCookie } from './bank-client.js';
import { byId } from './element.js';
import { type BankFailure, errorMessage } from './error-message.js';
import { addMovement, type Line, showStatement } from './statement-view.js';
import { TransferForm } from './transfer-form.js';
import { watchMovements } from './watch-movements.js';

const picker = byId('customer', HTMLSelectElement);
const alert = byId('alert', HTMLElement);

const customer: Customer = { token: picker.value };
const bank = bankClient(customer);
const form = new TransferForm(bank, customer, ({ from }) => void open(from));

/** Aborts the current load. */
let loading = new AbortController();

/** Aborts the current load, and returns the signal for a new one. */
function startLoading(): AbortSignal {
  loading.abort();
  loading = new AbortController();
  return loading.signal;
}

/** Ends the subscriptions of the last customer. */
let watching = new AbortController();
let openAccountId: string | undefined;

/** Shows new movements, including those of other customers and tabs. */
function watch(accountIds: readonly string[]): void {
  watching = new AbortController();
  const watcher = {
    accountIds,
    onMovement: (accountId: string, line: Line) => {
      showBalance(accountId, line.balance);
      if (accountId === openAccountId) addMovement(line);
    },
    load: () => {
      if (openAccountId !== undefined) void open(openAccountId);
    },
  };
  watchMovements(customer, watcher, watching.signal);
}

/** Shows the accounts of the chosen customer, and the statement of the first one. */
async function showCustomer(): Promise<void> {
  const signal = startLoading();
  watching.abort();
  customer.token = picker.value;
  setTokenCookie(customer.token);
  form.clear();
  showAccounts([], undefined, choose);
  showStatement([]);

  const outcome = await safe(bank.listAccounts({}, { signal }));
  if (!outcome.ok) return showError(outcome.error);
  form.setAccounts(outcome.result);
  const [first] = outcome.result;
  if (first === undefined) return showError(undefined);
  openAccountId = first.accountId;
  watch(outcome.result.map(({ accountId }) => accountId));
}

/** Shows the accounts with one of them selected, and its statement, by one HTTP request. */
async function open(accountId: string): Promise<void> {
  const signal = startLoading();
  openAccountId = accountId;
  const [accounts, statement] = await bank.$batch.safe(
    (b) => [b.listAccounts(), b.statement({ accountId, limit: 10 })],
    { signal },
  );
  if (!accounts.ok) return showError(accounts.error);
  if (!statement.ok) return showError(statement.error);
  showError(undefined);
  showAccounts(accounts.result, accountId, choose);
  showStatement(statement.result.lines);
}

function choose(accountId: string): void {
  void open(accountId);
}

/** Shows an error, or removes the last error if `error` is undefined. */
function showError(error: BankFailure | undefined): void {
  if (error?.code === 'aborted') return;
  alert.textContent = error === undefined ? '' : errorMessage(error);
}

picker.addEventListener('change', () => void showCustomer());
await showCustomer();
