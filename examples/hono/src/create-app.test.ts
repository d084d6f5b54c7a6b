import { hasItsMethods } from '../../bank/test/has-its-methods.js';
import { openTestBank } from '../../bank/test/open-test-bank.js';
import { createApp } from './create-app.js';

hasItsMethods(openTestBank, ({ api }) => createApp(api));
