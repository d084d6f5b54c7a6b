import { expect, test } from 'vitest';
import { parseCurl } from './parse-curl.js';

test('a command is read as a shell and curl would', () => {
  const command = `curl -sw '\\n%{http_code}\\n' http://127.0.0.1:3000/rpc \\
    -H 'Content-Type: application/json' -H "user-auth-token: it's" \\
    -d '[
  {"a": "b c"}]'
`;
  expect(parseCurl(command)).toEqual({
    url: 'http://127.0.0.1:3000/rpc',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-auth-token': "it's" },
    body: '[\n  {"a": "b c"}]',
    writeOut: '\\n%{http_code}\\n',
  });
});

test('what is not said is as curl has it', () => {
  expect(parseCurl('curl -s http://host/')).toMatchObject({ method: 'GET', headers: {} });
  expect(parseCurl('curl -X PUT http://host/')).toMatchObject({ method: 'PUT' });
  expect(parseCurl('curl http://host/ -d x')).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
});

test.each([
  ['curl --json {} http://host/', 'Unknown option of curl: --json'],
  ['curl -k http://host/', 'Unknown option of curl: -k'],
  ['curl http://host/ -d', 'The option -d of curl has no value'],
  ['curl -s', 'One URL is needed'],
  ['curl http://host/ http://other/', 'One URL is needed'],
  ['wget http://host/', 'Not a curl command'],
])('%s is not obeyed by halves', (command, message) => {
  expect(() => parseCurl(command)).toThrow(message);
});
