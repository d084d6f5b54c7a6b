import { expect, test } from 'vitest';
import { shop } from '../../test/shop.js';

const withOrigins = (allowedOrigins: unknown) => () =>
  shop({ allowedOrigins: allowedOrigins as readonly string[] });

test.each([
  ['https://agent.example', '"https://agent.example"'],
  [5, '5'],
  [{}, 'an object'],
  [null, 'null'],
])('serveMcp() rejects %j as allowedOrigins and says what to write', (value, described) => {
  expect(withOrigins(value)).toThrow(
    `serveMcp(): allowedOrigins must be '*' or an array of origins, not ${described}. Write ` +
      `allowedOrigins: ['https://agent.example'].`,
  );
});

test.each([
  'agent.example',
  'localhost:3000',
  'https://agent.example/',
  'https://agent.example/app',
  'https://agent.example?a=1',
  'https://user@agent.example',
  'https://agent.example:443',
  'https://agent.example:port',
  'https://*.agent.example',
  ' https://agent.example',
  'https://bücher.example',
  'https://',
  'null',
  '*',
  '',
  5,
])('serveMcp() rejects %j among allowedOrigins, since no browser sends it', (origin) => {
  expect(withOrigins(['http://localhost:3000', origin])).toThrow(
    `serveMcp(): allowedOrigins[1] must be an origin as browsers send it, not ` +
      `${JSON.stringify(origin)}. Write 'https://agent.example', without a path or a default port.`,
  );
});

test.each([
  ['*'],
  [[]],
  [['https://agent.example', 'https://Agent.example:8443', 'http://[::1]:3000']],
  [['chrome-extension://abcdefghijklmnop', 'vscode-webview://1a2b', 'tauri://localhost']],
])('serveMcp() accepts %j as allowedOrigins', (value) => {
  expect(withOrigins(value)).not.toThrow();
});
