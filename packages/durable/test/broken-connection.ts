import type { TestTransaction } from './databases.js';

/** The steps of the transaction of a call, in their order. */
export const steps = ['claim', 'savepoint', 'write', 'record', 'commit'] as const;

/** One step of a transaction. */
export type Step = (typeof steps)[number];

/** Returns the step that a statement belongs to. */
export function stepOf(text: string): Step | undefined {
  if (text.includes('do update set member')) return 'record';
  if (text.startsWith('insert into jsonrpc')) return 'claim';
  if (text.startsWith('savepoint')) return 'savepoint';
  return text.startsWith('insert into movement') ? 'write' : undefined;
}

/** Where the connection of a transaction breaks. */
export interface BrokenConnection {
  readonly step: Step;
  /** Whether it breaks before the statement is executed, or before its response arrives. */
  readonly when: 'before' | 'after';
}

/** Breaks the connection of a transaction in a step. */
export function breakIn({ step, when }: BrokenConnection, tx: TestTransaction): TestTransaction {
  let isBroken = false;
  const run = async <T>(current: Step | undefined, work: () => Promise<T>): Promise<T> => {
    isBroken ||= current === step && when === 'before';
    if (isBroken) throw new Error('Connection lost');
    const result = await work();
    isBroken ||= current === step;
    if (isBroken) throw new Error('Connection lost');
    return result;
  };
  return {
    executeSql: (text, values) => run(stepOf(text), () => tx.executeSql(text, values)),
    commit: () => run('commit', () => tx.commit()),
    // The server rolls back when it notices that the connection is lost.
    rollback: () => tx.rollback(),
  };
}
