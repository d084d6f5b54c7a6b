// Run by `node --test`, like the tests of a user of another test runner.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import createExpress from 'express';

const events = [];
const entrypoint = new Entrypoint('/rpc');
entrypoint.method('add', { paramStructure: 'either' }, () => 3);
entrypoint.method('note', {}, async () => void events.push('noted'));
const api = new Api().bindEntrypoint(entrypoint);

const client = new JsonRpcTestClient(api);
after(() => client.close());

void test('a call', async () => {
  assert.deepEqual(await client.jsonrpc('add'), { jsonrpc: '2.0', id: 0, result: 3 });
});

void test('a notification', async () => {
  await client.notify('note');
  await client.settled();
  assert.deepEqual(events, ['noted']);
});

// The process exits only if the socket is closed.
void test('an app on a socket', async () => {
  const express = new JsonRpcTestClient(
    createExpress().get('/', (_, response) => void response.send('here')),
  );
  assert.equal((await express.request({ verb: 'GET', url: '/' })).text, 'here');
  await express.close();
});
