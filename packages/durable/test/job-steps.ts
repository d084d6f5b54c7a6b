import type { SqlExecutor } from '../src/index.js';
import type { BrokenConnection, Step } from './broken-connection.js';

/** The steps from a durable notification to the end of its job, in their order. */
export const jobSteps = ['add', 'fetch', 'claim', 'write', 'record', 'commit', 'complete'] as const;

/** A step in the queue, outside of the transaction of the method. */
export type QueueStep = Exclude<(typeof jobSteps)[number], Step> | 'fail';

/** Returns the step that a statement of pg-boss belongs to. */
export function stepOfQueue(text: string): QueueStep | undefined {
  if (/deleted_jobs/.test(text)) return /\$3/.test(text) ? 'fail' : undefined;
  if (/insert into \w+\.\w+ \(\s*id,\s+name,\s+data/i.test(text)) return 'add';
  if (/set\s+completed_on = \S+,\s+state = 'completed'/i.test(text)) return 'complete';
  return /skip locked/i.test(text) && /started_on = /.test(text) ? 'fetch' : undefined;
}

/** Where the connection of the queue breaks. */
export interface BrokenQueue extends Pick<BrokenConnection, 'when'> {
  readonly step: QueueStep;
}

/** Breaks the connection of the queue once, in a step of the first job. */
export function breakQueueIn({ step, when }: BrokenQueue, database: SqlExecutor): SqlExecutor {
  let isPending = true;
  // Before a job is stored, workers fetch nothing.
  let hasJob = step === 'add';
  return {
    executeSql: async (text, values) => {
      const current = stepOfQueue(text);
      const isStep = isPending && hasJob && current === step;
      if (isStep && when === 'before') {
        isPending = false;
        throw new Error('Connection lost');
      }
      const result = await database.executeSql(text, values);
      hasJob ||= current === 'add';
      if (isStep && result.rows.length > 0) {
        isPending = false;
        throw new Error('Connection lost');
      }
      return result;
    },
  };
}
