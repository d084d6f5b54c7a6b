import { ownCode } from '../../tooling/release/size-budget.mjs';

// It converts, mounts and sends, logs as Fastify does, passes events on, closes with it within limits, and on signals.
export default [ownCode('dist/index.js', '2.9 kB')];
