import { jsonOf } from '../target/answer.js';
import type { Transport } from '../target/audit-target.js';
import { membersOf } from '../expectation/members.js';
import { requestText } from '../target/request-text.js';
import { type TargetMethod, targetMethodNames } from '../target/target-method.js';
import type { AuditOptions } from './audit-options.js';

export type FoundMethods = Readonly<Record<TargetMethod, string | null>>;

/** Asks the server for the methods of which the options say nothing. */
export async function findMethods(
  send: (text: string) => ReturnType<Transport['send']>,
  given: AuditOptions['methods'] = {},
): Promise<FoundMethods> {
  const found = await Promise.all(
    targetMethodNames.map(async (name): Promise<readonly [TargetMethod, string | null]> => {
      const option = given[name];
      if (option !== undefined) return [name, option === false ? null : option];
      return [name, (await exists(send, name)) ? name : null];
    }),
  );
  return Object.fromEntries(found) as FoundMethods;
}

/** Only a plain "not found" says that it does not: other faults are for the cases to find. */
async function exists(
  send: (text: string) => ReturnType<Transport['send']>,
  method: TargetMethod,
): Promise<boolean> {
  const json = await send(requestText({ method, params: {}, id: 'probe' })).then(jsonOf, () => ({
    ok: false as const,
  }));
  const error = json.ok ? membersOf(membersOf(json.value)?.['error']) : undefined;
  return error?.['code'] !== -32601;
}
