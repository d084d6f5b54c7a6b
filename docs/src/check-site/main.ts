// Checks the built site: that every link leads somewhere, and that every page is in the lists.

import { fileURLToPath } from 'node:url';
import { checkLinks } from './check-links.js';
import { checkPages } from './check-pages.js';
import { siteFiles } from './site-files.js';

const files = siteFiles(fileURLToPath(new URL('../../.vitepress/dist', import.meta.url)));
const base = process.env['DOCS_BASE'] ?? '/';

const { followed, hosts, faults: linkFaults } = checkLinks(files, base);
const faults = [...checkPages(files, base), ...linkFaults];

for (const fault of faults) console.error(fault);
console.log(`Links lead out of the site to ${hosts.join(', ')}`);
console.log(`${files.size} files, ${followed} links within the site: ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
