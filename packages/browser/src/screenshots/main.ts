// `npm run screenshots`: takes the screenshots that the README of packages/schema shows.

import { fileURLToPath } from 'node:url';
import { takeScreenshots } from './take-screenshots.js';

const folder = fileURLToPath(new URL('../../../schema/docs', import.meta.url));

for (const file of await takeScreenshots(folder)) console.log(file);
