import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GatewayRequest } from '@model-gateway/core/http';
import { parseFixtures } from '@model-gateway/fixtures';
import {
  createMockGateway,
  destination,
  startMockGateway,
  type MockGateway,
} from '@model-gateway/mock';
import { aRequest } from '../../../core/test/builders.ts';

/** A mock with these destinations, which has answered a request for an image. */
async function afterAnImage(...destinations: readonly ReturnType<typeof destination>[]) {
  const gateway = createMockGateway({ world: 'tiny', destinations, images: 'small' });
  await paint(gateway);
  return gateway;
}

async function paint(gateway: MockGateway): Promise<void> {
  const world = await gateway.ready();
  const model = world.models
    .map((each) => each.model)
    .find(({ architecture }) => architecture.output_modalities.includes('image'));
  const response = await gateway.handle(
    aRequest('/v1/images', {
      method: 'POST',
      mount: '',
      headers: {
        authorization: `Bearer ${gateway.apiKey}`,
        'content-type': 'application/json',
        host: '127.0.0.1',
      },
      body: { kind: 'parsed', value: { model: model?.id, prompt: 'a red panda' } },
    }),
  );
  assert.equal(response?.status, 200);
}

function chatRequest(apiKey: string, content: string): GatewayRequest {
  const messages = [{ role: 'user', content }];
  return aRequest('/v1/chat/completions', {
    method: 'POST',
    mount: '',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      host: '127.0.0.1',
    },
    body: { kind: 'parsed', value: { model: 'acme/quill-1', messages } },
  });
}

describe('telemetry of the mock', () => {
  it('holds the record that would be sent, with the prompt', async () => {
    const gateway = await afterAnImage(destination({ type: 'langfuse', name: 'Traces' }));
    const [entry] = gateway.telemetry.to('Traces').expectForwarded(1).all();
    assert.equal(entry?.destination.type, 'langfuse');
    assert.equal(entry?.view?.content?.prompt, 'a red panda');
    assert.equal(entry?.view?.metadata.status, 200);
  });

  it('holds no prompt in privacy mode', async () => {
    const gateway = await afterAnImage(destination({ privacy_mode: true }));
    const [entry] = gateway.telemetry.to('webhook').expectForwarded().all();
    assert.equal(entry?.view?.content, undefined);
  });

  for (const [reason, given] of [
    ['disabled', { enabled: false }],
    ['key', { api_key_hashes: ['a'.repeat(64)] }],
    [
      'rules',
      {
        filter_rules: {
          enabled: true,
          groups: [{ logic: 'and', rules: [{ field: 'model', operator: 'equals', value: 'x' }] }],
        },
      },
    ],
    ['unsupported', { type: 'ramp' }],
  ] as const) {
    it(`gives the reason why a record was suppressed: ${reason}`, async () => {
      const gateway = await afterAnImage(destination({ name: 'Quiet', ...given }));
      gateway.telemetry.to('Quiet').expectSuppressed(reason).expectForwarded(0);
    });
  }

  it('fails an expectation with the records that exist', async () => {
    const gateway = await afterAnImage(destination({ name: 'Quiet', enabled: false }));
    const { telemetry } = gateway;
    assert.throws(() => telemetry.to('Quiet').expectForwarded(), {
      name: 'AssertionError',
      message: 'expected at least one record to be forwarded to "Quiet", got disabled 1 [GW1307]',
    });
    assert.throws(() => telemetry.to('nobody').expectSuppressed('rules'), {
      message:
        'expected every record to be suppressed for the reason "rules" to "nobody", got no records [GW1307]',
    });
  });

  it('decides as its destinations were when the request came, whenever it is asked', async () => {
    const traces = destination({ name: 'Traces' });
    const { id } = traces.destination;
    await using gateway = await startMockGateway({ world: 'tiny', destinations: [traces] });
    const send = async (method: string, path: string, key: string, body: object) => {
      const { status } = await fetch(`${gateway.baseURL}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      assert.equal(status, 200);
    };
    const ask = (content: string) =>
      send('POST', '/chat/completions', gateway.apiKey, {
        model: 'acme/quill-1',
        messages: [{ role: 'user', content }],
      });
    await ask('first');
    const path = `/observability/destinations/${id}`;
    await send('PATCH', path, gateway.managementKey, { enabled: false });
    await ask('second');
    // Of a length that is decided at once.
    await ask('third '.repeat(4000));
    const decisions = gateway.telemetry.to('Traces').all();
    assert.deepEqual(
      decisions.map(({ decision }) => decision),
      ['forwarded', 'disabled', 'disabled'],
    );
    assert.match(decisions[0]?.view?.content?.prompt ?? '', /first/);
  });

  it('keeps the last thousand', async () => {
    await using gateway = await startMockGateway({
      world: 'tiny',
      destinations: [destination({ name: 'One' }), destination({ name: 'Two' })],
    });
    const log = gateway.telemetry;
    for (let number = 0; number < 501; number++) {
      await gateway.handle(chatRequest(gateway.apiKey, `number ${number}`));
    }
    const entries = log.all();
    assert.equal(entries.length, 1000);
    assert.match(entries[0]?.view?.content?.prompt ?? '', /number 1"/);
    assert.match(entries.at(-1)?.view?.content?.prompt ?? '', /number 500"/);
  });

  it('is empty after a reset', async () => {
    const gateway = await afterAnImage(destination());
    await gateway.reset();
    assert.deepEqual(gateway.telemetry.all(), []);
  });

  /* Source: contract §11.5. */
  it('has no record of an image that a rule answered with', async () => {
    const gateway = createMockGateway({ world: 'tiny', destinations: [destination()] });
    gateway.on('createImage').reply({ json: { created: 1, data: [] } });
    await paint(gateway);
    assert.deepEqual(gateway.telemetry.all(), []);
  });

  it('has no record of an image that a fixture answered with', async () => {
    const fixture = {
      file: 'fixtures/image.gw.yaml',
      text: `
gw: 1
exchanges:
  - id: image
    match: { op: createImage, body: { any: true } }
    respond: { status: 200, json: { created: 1, data: [] } }
`,
    };
    await using gateway = await startMockGateway({
      world: 'tiny',
      destinations: [destination()],
      fixtures: parseFixtures([fixture]),
    });
    await paint(gateway);
    assert.deepEqual([...(gateway.replay?.hits() ?? [])], [['image', 1]]);
    assert.deepEqual(gateway.telemetry.all(), []);
  });

  it('has the record of an image that a rule delayed', async () => {
    const gateway = createMockGateway({
      world: 'tiny',
      destinations: [destination()],
      images: 'small',
      clock: 'autoAdvance',
    });
    gateway.on('createImage').delay(50);
    await paint(gateway);
    gateway.telemetry.expectForwarded(1);
  });

  it('has no record of requests without a model', async () => {
    const gateway = await afterAnImage(destination());
    const before = gateway.telemetry.all().length;
    await gateway.handle(
      aRequest('/v1/models', {
        mount: '',
        headers: { authorization: `Bearer ${gateway.apiKey}`, host: '127.0.0.1' },
      }),
    );
    assert.equal(gateway.telemetry.all().length, before);
  });
});
