import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import {
  createApiKey,
  createGateway,
  createManualClock,
  createMemoryCreditLedger,
  createMemoryKeyStore,
  createMemoryModelStore,
  type Provider,
} from '@model-gateway/core';
import { mountAt } from '@model-gateway/core/http';
import { serve } from '@model-gateway/node';
import { model } from '@model-gateway/worlds';
import { aPlainEndpoint } from '../../core/test/images/a-plain-endpoint.ts';

const BUDGET_MS = 50_000;
const MODEL = 'acme/paint-1';

/** Far more than the socket buffers hold. */
const IMAGE = Buffer.alloc(32 * 1024 * 1024);
Buffer.from('RIFF\0\0\0\0WEBP', 'latin1').copy(IMAGE);

const provider: Provider = {
  slug: 'one',
  name: 'One',
  images: {
    endpoint: () => aPlainEndpoint({ formats: ['webp'], maxImages: 4, streams: true }),
    async *generate({ n }, context) {
      context.dispatched();
      for (let index = 0; index < n; index++) {
        yield {
          type: 'image',
          index,
          data: { encoding: 'bytes', bytes: IMAGE },
          mediaType: 'image/webp',
        };
      }
      yield { type: 'done' };
    },
  },
};

function aGateway() {
  const clock = createManualClock(Date.UTC(2026, 7, 1, 12));
  const ledger = createMemoryCreditLedger({ account: '10' });
  const gateway = createGateway({
    clock,
    stores: {
      models: createMemoryModelStore([model({ id: MODEL, output: ['image'] })]),
      keys: createMemoryKeyStore([createApiKey('my-key', { creditAccountId: 'account' })]),
    },
    providers: [provider],
    inference: { ledger, budgetMs: BUDGET_MS },
  });
  return { gateway, clock, ledger };
}

it('closes the connection of a client that does not read when the budget ends (contract §4.7)', async () => {
  const { gateway, clock, ledger } = aGateway();
  await using server = await serve(mountAt('/v1', gateway.handle));
  const accepted = once(server.server, 'connection');
  const socket = connect(server.port, '127.0.0.1').pause();
  socket.on('error', () => {});
  const [atServer] = await accepted;
  const body = JSON.stringify({ model: MODEL, prompt: 'x', n: 4, stream: true });
  socket.write(
    `POST /v1/images HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer my-key\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  // The response waits for a client that does not read.
  while (atServer.writableLength === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(ledger.balanceOf('account'), '9.84');

  const closed = once(atServer, 'close');
  clock.advance(BUDGET_MS);
  await closed;
  // The first image was written as far as the socket accepted it; the others were not started.
  assert.equal(ledger.balanceOf('account'), '9.96');
  assert.equal(clock.waiting, 0);
  socket.destroy();
});
