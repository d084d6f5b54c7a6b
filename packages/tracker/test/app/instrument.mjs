// For `node --import`: Sentry is there before the frameworks are loaded.

import { init } from './init.mjs';

init();
