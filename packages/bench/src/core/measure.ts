/**
 * A process that times cases of the core. Its arguments are `context` or `no-context`, the
 * milliseconds for a case, and the names of the cases.
 */
import { measure } from 'mitata';
import { replyToParent } from '../processes/reply-to-parent.js';
import { checkCase, coreCases } from './cases.js';

const [context, milliseconds, ...names] = process.argv.slice(2);
if (context === 'context') await import('@jsonrpc-kit/core/context');
const nanoseconds: Record<string, number> = {};
for (const name of names) {
  const one = coreCases.find((candidate) => candidate.name === name);
  if (one === undefined) throw new RangeError(`Unknown case "${name}"`);
  const handle = one.prepare();
  await checkCase(one, handle);
  const { p50 } = await measure(handle, { min_cpu_time: Number(milliseconds) * 1e6 });
  nanoseconds[name] = p50;
}
replyToParent(nanoseconds, () => undefined);
