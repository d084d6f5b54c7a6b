/** A process that times one case of the core and tells its parent the nanoseconds of its samples. */
import type { CaseOrder } from './case-order.js';
import { checkCase } from './check-case.js';
import { findCoreCase } from './core-cases.js';
import { timeRun } from './time-case.js';

// The parent is of the same build.
const { name, timing } = JSON.parse(process.argv[2] ?? '{}') as CaseOrder;

const one = findCoreCase(name);
if (one.hasContext) await import('@jsonrpc-kit/core/context');
const run = one.prepare();
checkCase(one, await run());
const nanoseconds = await timeRun(run, timing);
process.send?.(nanoseconds);
process.disconnect();
