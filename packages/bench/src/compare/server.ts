/** A server process for one target. Its arguments are the framework, the target and the setup. */
import { listen, replyToParent } from '../processes/reply-to-parent.js';
import { counter, type Setup } from '../service/service.js';
import { findTarget } from '../targets/targets.js';

/** The reply of the process to every question. */
export interface Usage {
  /** CPU time since the start of the process in µs, of all threads, in user and in kernel mode. */
  readonly cpu: number;
  readonly counter: typeof counter;
}

const [framework = '', name = '', setup = '{}'] = process.argv.slice(2);
const createServer = await findTarget(framework, name).load();
const server = await createServer(JSON.parse(setup) as Setup);
// The connections stay open between the turns.
server.keepAliveTimeout = 600_000;
replyToParent({ port: await listen(server) }, (): Usage => {
  const { user, system } = process.cpuUsage();
  return { cpu: user + system, counter };
});
