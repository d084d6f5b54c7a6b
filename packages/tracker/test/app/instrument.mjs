// For `node --import`: initializes Sentry before the frameworks are loaded.

import { init } from './init.mjs';

init();
