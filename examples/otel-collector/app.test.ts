import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createApp, type App } from './app.ts';
import { createCollector } from './collector.ts';

describe('the collector example', () => {
  const spans: { name: string; attributes: Record<string, unknown> }[] = [];
  let collector: Server;
  let app: App;

  before(async () => {
    collector = createCollector((name, attributes) => {
      spans.push({ name, attributes: { ...attributes } });
    });
    collector.listen(0, '127.0.0.1');
    await once(collector, 'listening');
    // Listening on a TCP port, so the address is one.
    const { port } = collector.address() as AddressInfo;
    app = createApp('my-key', `http://127.0.0.1:${port}`);
  });
  after(async () => {
    await app.close();
    collector.close();
  });

  it('sends a span for the request and one for its attempt', async () => {
    const response = await app.gateway.handle({
      method: 'POST',
      path: '/images',
      search: '',
      mount: '/v1',
      headers: { authorization: 'Bearer my-key' },
      body: { kind: 'parsed', value: { model: 'acme/paint-1', prompt: 'a lighthouse' } },
    });
    assert.equal(response?.status, 200);
    await app.telemetry.flush();

    assert.deepEqual(
      spans.map(({ name }) => name),
      ['generate_content acme/paint-1', 'attempt pictures'],
    );
    assert.equal(spans[0]?.attributes['gen_ai.usage.cost'], 0.04);
    assert.equal(spans[0]?.attributes['http.response.status_code'], 200);
    assert.match(String(spans[0]?.attributes['gen_ai.input.messages']), /a lighthouse/);
  });
});
