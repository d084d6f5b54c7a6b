// `npm start` at the root of the repository: serves the bank with its page, and prints the first steps.

import { fileURLToPath } from 'node:url';
import { serveBank } from '@jsonrpc-kit/example-bank';
import { firstSteps } from './first-steps.js';
import { serve } from './serve.js';

const page = fileURLToPath(new URL('../../page/dist', import.meta.url));

await serveBank(async (bank, settings) => {
  const address = await serve(bank, settings, page);
  console.log(firstSteps(`http://${address.address}:${address.port}`));
  return address;
});
