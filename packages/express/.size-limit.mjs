import { ownCode } from '../../tooling/release/size-budget.mjs';

// It converts, mounts and sends, and holds nothing of the protocol.
export default [ownCode('dist/index.js', '920 B')];
