import { ownCode } from '../../tooling/packed-package/size-budget.mjs';

// It converts, mounts and sends, and holds nothing of the protocol.
export default [ownCode('dist/index.js', '880 B')];
