// `npm start` at the root of the repository: starts the server and prints the first steps.

import { serveBank } from '@jsonrpc-kit/example-bank';
import { firstSteps } from './first-steps.js';
import { serve } from './serve.js';

await serveBank(async (bank, settings) => {
  const address = await serve(bank, settings);
  console.log(firstSteps(`http://${address.address}:${address.port}`));
  return address;
});
