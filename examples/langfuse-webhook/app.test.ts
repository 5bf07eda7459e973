import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createGuardedHttpClient, type GuardedHttpClient } from '@model-gateway/egress';
import { createApp } from './app.ts';
import { isGenuine } from './webhook.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe('the example of Langfuse and a webhook', () => {
  const received = new Map<string, Received>();
  let server: Server;
  let http: GuardedHttpClient;

  before(async () => {
    const receive = async (req: IncomingMessage, res: ServerResponse) => {
      const bytes = await buffer(req);
      const body = req.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
      received.set(req.url ?? '', { headers: req.headers, body: body.toString('utf8') });
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    };
    server = createServer((req, res) => void receive(req, res));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Listening on a TCP port, so the address is one.
    const { port } = server.address() as AddressInfo;
    http = createGuardedHttpClient({ allow: (target) => target.port === port });
    const url = `http://127.0.0.1:${port}`;
    const { gateway, telemetry } = createApp({
      apiKey: 'my-key',
      langfuseUrl: url,
      webhookUrl: `${url}/hook`,
      signingSecret: 'our secret',
      http,
    });
    const response = await gateway.handle({
      method: 'POST',
      path: '/images',
      search: '',
      mount: '/v1',
      headers: { authorization: 'Bearer my-key' },
      body: { kind: 'parsed', value: { model: 'acme/paint-1', prompt: 'a lighthouse' } },
    });
    assert.equal(response?.status, 200);
    await telemetry.close();
  });
  after(async () => {
    await http.close();
    server.close();
  });

  it('sends Langfuse a generation with its cost and without the prompt', () => {
    const { headers, body } = received.get('/api/public/otel/v1/traces') ?? assert.fail();
    assert.equal(headers.authorization, `Basic ${btoa('pk-lf-1:sk-lf-2')}`);
    assert.match(body, /"langfuse.observation.type","value":\{"stringValue":"generation"\}/);
    assert.match(body, /"langfuse.observation.cost_details"/);
    assert.doesNotMatch(body, /lighthouse/);
  });

  it('sends the webhook everything, signed', () => {
    const { headers, body } = received.get('/hook') ?? assert.fail();
    assert.match(body, /lighthouse/);
    const signature = String(headers['x-gateway-signature']);
    const sentAt = Number(/t=(\d+)/.exec(signature)?.[1]) * 1000;
    assert.ok(isGenuine(signature, body, 'our secret', sentAt));
    assert.ok(!isGenuine(signature, `${body} `, 'our secret', sentAt), 'another body');
    assert.ok(!isGenuine(signature, body, 'another secret', sentAt), 'another secret');
    assert.ok(!isGenuine(signature, body, 'our secret', sentAt + 600_000), 'too old');
  });
});
