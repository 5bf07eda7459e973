import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { destination, model, startMockGateway, type TenantOptions } from '@model-gateway/mock';
import { collectorClient } from '../../src/telemetry/collector-client.ts';

const PAINT = model({ id: 'acme/paint-1', output: ['image'], price: { image: 0.25 } });

/** A collector on this machine: the bodies that came, and the next one. */
function aCollector() {
  const bodies: string[] = [];
  let arrived = () => {};
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      response.end();
      bodies.push(text);
      arrived();
    });
  });
  return {
    bodies,
    start: () => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)),
    // Listening on a TCP port, so the address is one.
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    next: () => new Promise<void>((resolve) => (arrived = resolve)),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('forwardTelemetry of the mock', () => {
  const collector = aCollector();
  before(() => collector.start());
  after(() => collector.stop());

  async function draw(options: TenantOptions, prompt: string) {
    const hook = destination({ type: 'webhook', config: { url: collector.url() } });
    const gateway = await startMockGateway({
      world: 'tiny',
      models: [PAINT],
      destinations: [hook],
      images: 'small',
      ...options,
    });
    const response = await fetch(`${gateway.baseURL}/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'acme/paint-1', prompt }),
    });
    assert.equal(response.status, 200);
    await response.arrayBuffer();
    return gateway;
  }

  it('sends nothing by default', async () => {
    const gateway = await draw({}, 'a shy panda');
    await gateway.close();
    assert.doesNotMatch(collector.bodies.join(), /shy/);
  });

  it('sends each record at once to a collector on this machine, whatever the clock says', async () => {
    const arrived = collector.next();
    const gateway = await draw({ forwardTelemetry: true, clock: 'frozen' }, 'a red panda');
    await arrived;
    assert.match(collector.bodies.join(), /a red panda/);
    gateway.telemetry.expectForwarded(1);
    await gateway.close();
  });

  const pages: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
    ['a page from elsewhere', { origin: 'https://page.example' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a page of this machine', { origin: 'http://localhost:5173' }, 200],
    ['a page of this machine by its address', { origin: 'http://[::1]:5173' }, 200],
    ['a program', {}, 200],
  ];
  for (const [who, headers, expected] of pages) {
    it(`${expected === 200 ? 'lets' : 'does not let'} ${who} change where it sends to`, async () => {
      const gateway = await draw({ forwardTelemetry: true }, 'a panda');
      const path = `${gateway.url}/t/main/v1/observability/destinations`;
      // Any key will do there, and those of a mock are no secret.
      const given = { authorization: 'Bearer any', 'content-type': 'application/json', ...headers };
      const listed = await fetch(path, { headers: given });
      const { data } = await listed.json();
      const body = JSON.stringify({ config: { url: `${collector.url()}/admin` } });
      const change = { method: 'PATCH', headers: given, body };
      const changed = await fetch(`${path}/${data[0].id}`, change);
      assert.equal(changed.status, expected);
      if (expected === 403) assert.match(await changed.text(), /\[GW1003\]/);
      await gateway.close();
    });
  }

  it('lets pages change destinations that nothing is sent to', async () => {
    const gateway = await draw({}, 'a panda');
    const path = `${gateway.url}/t/main/v1/observability/destinations`;
    const headers = { authorization: 'Bearer any', origin: 'https://page.example' };
    const { data } = await (await fetch(path, { headers })).json();
    const change = { method: 'PATCH', headers, body: JSON.stringify({ name: 'Other' }) };
    assert.equal((await fetch(`${path}/${data[0].id}`, change)).status, 200);
    await gateway.close();
  });

  it('sends what is left when the gateway is closed', async () => {
    const gateway = await draw({ forwardTelemetry: true }, 'a late panda');
    await gateway.close();
    assert.match(collector.bodies.join(), /a late panda/);
  });

  it('refuses what is not an origin', async () => {
    await assert.rejects(startMockGateway({ forwardTelemetry: ['otel.example'] }), {
      code: 'GW1108',
    });
  });
});

describe('the client of a mock for collectors', () => {
  const call = (url: string, origins: readonly string[] = []) =>
    collectorClient(origins)({
      url,
      method: 'POST',
      headers: {},
      signal: AbortSignal.abort(new Error('called')),
      maxRedirects: 0,
    });

  for (const url of [
    'https://cloud.langfuse.com/api/public/otel/v1/traces',
    'http://10.0.0.7/',
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'https://otel.example:4318/',
  ]) {
    it(`refuses ${url}`, async () => {
      await assert.rejects(call(url), { name: 'EgressError', reason: 'refused' });
    });
  }

  for (const url of ['http://127.0.0.1:4318/', 'http://localhost:4318/', 'http://[::1]:4318/']) {
    it(`lets ${url} through`, async () => {
      await assert.rejects(call(url), { message: 'called' });
    });
  }

  it('lets an origin through that it was given, and no other port of it', async () => {
    const origins = ['https://otel.example:4318'];
    await assert.rejects(call('https://otel.example:4318/v1/traces', origins), {
      message: 'called',
    });
    await assert.rejects(call('https://otel.example:9999/', origins), { reason: 'refused' });
  });
});
