// Own process: counts every connection that this process opens.
import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { connect } from 'node:net';
import { it } from 'node:test';
import { createMockGateway } from '@model-gateway/mock';

const REQUESTS = process.env['MODEL_GATEWAY_LONG_TESTS'] === '1' ? 1000 : 100;

it(`opens no connection for ${REQUESTS} images with every destination of the default world`, async () => {
  let connections = 0;
  subscribe('net.client.socket', () => connections++);
  connect(1, '127.0.0.1').on('error', () => {});
  assert.equal(connections, 1, 'the count sees a connection');

  const gateway = createMockGateway({ images: 'small' });
  const { models } = await gateway.ready();
  const model = models.find(({ model: { architecture } }) =>
    architecture.output_modalities.includes('image'),
  )?.model.id;
  for (let i = 0; i < REQUESTS; i++) {
    const response = await gateway.handle({
      method: 'POST',
      path: '/v1/images',
      search: '',
      mount: '',
      headers: { authorization: `Bearer ${gateway.apiKey}`, host: '127.0.0.1' },
      body: { kind: 'parsed', value: { model, prompt: `panda ${i}` } },
    });
    assert.equal(response?.status, 200);
  }
  gateway.telemetry.expectForwarded();
  await gateway.close();
  assert.equal(connections, 1);
});
