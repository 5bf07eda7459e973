import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import {
  createGateway,
  createManualClock,
  createMemoryCreditLedger,
  createMemoryKeyStore,
  createMemoryModelStore,
  hashKey,
  type ImageProvider,
  type Model,
} from '@model-gateway/core';
import { mountAt } from '@model-gateway/core/http';
import { serve } from '@model-gateway/node';

const BUDGET_MS = 50_000;
const MODEL = 'acme/paint-1';

/** Far more than the socket buffers hold. */
const IMAGE = Buffer.alloc(32 * 1024 * 1024);
Buffer.from('GIF89a').copy(IMAGE);

const provider: ImageProvider = {
  slug: 'one',
  name: 'One',
  endpoint: () => ({
    formats: ['png'],
    maxImages: 4,
    maxReferences: 0,
    seed: false,
    compression: false,
    streams: true,
    passthrough: new Set(),
    pricing: [{ billable: 'output_image', unit: 'image', usd: '0.04' }],
  }),
  async *generate({ n }, context) {
    context.dispatched();
    for (let index = 0; index < n; index++) {
      yield {
        type: 'image',
        index,
        data: { encoding: 'bytes', bytes: IMAGE },
        mediaType: 'image/gif',
      };
    }
    yield { type: 'done' };
  },
};

function aGateway() {
  const clock = createManualClock(Date.UTC(2026, 7, 1, 12));
  const ledger = createMemoryCreditLedger({ account: '10' });
  const key = {
    hash: hashKey('my-key'),
    label: 'test',
    kind: 'inference',
    userId: 'user_1',
    organizationId: null,
    workspaceId: '00000000-0000-4000-8000-000000000001',
    allowedModels: null,
    creditAccountId: 'account',
    state: 'active',
    expiresAt: null,
  } as const;
  const model: Model = {
    id: MODEL,
    canonical_slug: MODEL,
    name: MODEL,
    created: 1_780_000_000,
    context_length: null,
    architecture: { modality: null, input_modalities: ['text'], output_modalities: ['image'] },
    default_parameters: null,
    links: { details: `/v1/models/${MODEL}/endpoints` },
    per_request_limits: null,
    pricing: { prompt: '0', completion: '0' },
    supported_parameters: [],
    supported_voices: null,
    top_provider: { is_moderated: false, context_length: null, max_completion_tokens: null },
  };
  const gateway = createGateway({
    clock,
    stores: {
      models: createMemoryModelStore([{ model, signals: {} }]),
      keys: createMemoryKeyStore([key]),
    },
    images: { providers: [provider], ledger, budgetMs: BUDGET_MS },
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
