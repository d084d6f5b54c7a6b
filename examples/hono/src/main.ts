import { serveBank } from '@jsonrpc-kit/example-bank';
import { serve } from './serve.js';

await serveBank(serve);
