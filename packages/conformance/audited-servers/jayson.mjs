import jayson from 'jayson/promise/index.js';
import { methods } from './methods.mjs';

const own = Object.entries(methods({ code: -32602, message: 'Invalid params' }));
const asynchronous = own.map(([name, method]) => [
  name,
  async (/** @type {never} */ input) => method(input),
]);

new jayson.Server(Object.fromEntries(asynchronous)).http().listen(8000, '127.0.0.1');
