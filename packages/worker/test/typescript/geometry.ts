import { WorkerPool } from '@jsonrpc-kit/worker';
import type * as areaWorker from './area.worker.js';
import { NoShape } from './shapes.js';

const pool = new WorkerPool();

/** As an application declares it: after a build `area.worker.js` is there, before it is not. */
export const geometry = pool.module<typeof areaWorker>(
  new URL('./area.worker.js', import.meta.url),
  { errors: [NoShape] },
);
