// For `node --import`: uses Sentry 11 in this process, also in the tracker.

import { register } from 'node:module';

register('./sentry-11-hooks.mjs', import.meta.url);
