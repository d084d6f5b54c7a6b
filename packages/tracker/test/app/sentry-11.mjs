// For `node --import`: in this process Sentry is version 11, for the tracker too.

import { register } from 'node:module';

register('./sentry-11-hooks.mjs', import.meta.url);
