// Own process: collects garbage, and looks at what is left.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { jsonResponse } from '@model-gateway/core/http';
import { serve } from '@model-gateway/node';
import { get, rawClient } from './raw-client.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

it('keeps nothing of a request whose connection is idle', async () => {
  assert.ok(typeof collectGarbage === 'function');
  const answers: WeakRef<object>[] = [];
  await using server = await serve(async ({ path }) => jsonResponse({ path }));
  server.server.on('request', (_, res) => answers.push(new WeakRef(res)));
  await using client = await rawClient(server.port);
  client.send(get('/1'));
  await client.until('"/1"');
  // What is referred to by a WeakRef stays until the turn of the event loop is over.
  await new Promise(setImmediate);
  collectGarbage();
  assert.equal(client.socket.closed, false);
  assert.deepEqual(
    answers.map((answer) => answer.deref() === undefined),
    [true],
  );
});
