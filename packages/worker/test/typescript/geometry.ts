import { WorkerPool } from '@jsonrpc-kit/worker';
import type * as areaWorker from './area.worker.js';
import { InvalidShape } from './shapes.js';

const pool = new WorkerPool();

/** Declared as in an application. `area.worker.js` exists only after a build. */
export const geometry = pool.module<typeof areaWorker>(
  new URL('./area.worker.js', import.meta.url),
  { errors: [InvalidShape] },
);
