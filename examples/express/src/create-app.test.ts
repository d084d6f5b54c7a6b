import { openTestBank } from '@jsonrpc-kit/example-bank/testing';
import { hasItsMethods } from '../../bank/test/has-its-methods.js';
import { createApp } from './create-app.js';

hasItsMethods(openTestBank, ({ api }) => createApp(api));
