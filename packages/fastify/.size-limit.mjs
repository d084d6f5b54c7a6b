import { ownCode } from '../../tooling/release/size-budget.mjs';

// It converts, mounts and sends, logs as Fastify does, closes with it within limits, and on signals.
export default [ownCode('dist/index.js', '2.7 kB')];
