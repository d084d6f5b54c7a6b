import { fileURLToPath } from 'node:url';
import { losesNoTransfer } from '../../bank/test/loses-no-transfer.js';
import { servesTheBank } from '../../bank/test/serves-the-bank.js';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

servesTheBank(main);
losesNoTransfer(main);
