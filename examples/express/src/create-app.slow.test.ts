import { testBankMethods } from '../../bank/test/test-bank-methods.js';
import { openTestBank } from '../../bank/test/open-test-bank.js';
import { createApp } from './create-app.js';

testBankMethods(openTestBank, ({ api }) => createApp(api));
