import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fetchGateway } from '@model-gateway/fetch';
import {
  createMockGateway,
  startMockGateway,
  type MockGateway,
  type MockGatewayOptions,
  type MockKeyName,
} from '@model-gateway/mock';
import { framesAsTheyCome } from '../frames-as-they-come.ts';

const START = '2026-08-01T00:00:00Z';

function frozen(options: MockGatewayOptions = {}) {
  return createMockGateway({ clock: { now: START, mode: 'frozen' }, ...options });
}

async function send(gateway: MockGateway, path: string, init?: RequestInit, key?: MockKeyName) {
  const answer = fetchGateway(gateway.handle, { mount: '' });
  const headers = { authorization: `Bearer ${gateway.keys[key ?? 'inference']}` };
  const request = new Request(`http://host/v1${path}`, { ...init, headers });
  const response = await answer(request);
  assert.ok(response);
  return response;
}

const image = (body: object) => ({
  method: 'POST',
  body: JSON.stringify({ model: 'acme/paint-1', prompt: 'red panda', size: '256x256', ...body }),
});

const secondsSinceStart = (gateway: MockGateway) =>
  (gateway.clock.now() - Date.parse(START)) / 1000;

/** The payloads of a streamed answer and when each came, in seconds; comments as they are. */
function arrivals(gateway: MockGateway, response: Response) {
  const came: (readonly [seconds: number, what: string])[] = [];
  const read = async () => {
    for await (const frame of framesAsTheyCome(response)) {
      came.push([secondsSinceStart(gateway), kindOf(frame)]);
    }
  };
  return { came, end: read() };
}

function kindOf(frame: string): string {
  if (frame.startsWith(':')) return frame;
  const data = frame.slice('data: '.length);
  if (data === '[DONE]') return data;
  const { type, partial_image_index: index = '', error } = JSON.parse(data);
  return error?.code ?? `${type}${index}`.replace('image_generation.', '');
}

describe('when advance resolves', () => {
  it('a request that waited is answered, the first one too, which loads the world', async () => {
    const gateway = frozen({ latency: 200 });
    let status: number | undefined;
    const answering = send(gateway, '/models').then((response) => (status = response.status));
    await gateway.clock.advance(199);
    assert.deepEqual([status, gateway.clock.waiting], [undefined, 1]);
    await gateway.clock.advance(1);
    assert.equal(status, 200);
    await answering;
  });

  for (const output_format of ['png', 'jpeg', 'webp']) {
    it(`a ${output_format} is drawn, encoded and answered`, async () => {
      const gateway = frozen({ latency: { start: '2s', image: '3s' } });
      let status: number | undefined;
      const body = { output_format, size: '512x512' };
      const answering = send(gateway, '/images', image(body)).then((r) => (status = r.status));
      await gateway.clock.advance('4999ms');
      assert.equal(status, undefined);
      await gateway.clock.advance('1ms');
      assert.equal(status, 200);
      await answering;
      assert.equal(gateway.clock.waiting, 0);
    });
  }

  it('every event that was due is sent, at its time', async () => {
    const gateway = frozen({ latency: { start: '1s', partial: '2s', image: '4s' } });
    const sending = send(gateway, '/images', image({ stream: true }));
    await gateway.clock.advance('3s');
    const { came, end } = arrivals(gateway, await sending);
    await gateway.clock.advance('3s');
    assert.deepEqual(came, [
      [3, 'partial_image0'],
      [5, 'partial_image1'],
    ]);
    await gateway.clock.advance('10s');
    assert.deepEqual(came.slice(2), [
      [7, 'partial_image2'],
      [11, 'completed'],
      [11, '[DONE]'],
    ]);
    await end;
    assert.equal(gateway.clock.waiting, 0);
  });

  it('the same holds on a socket', async () => {
    await using gateway = await startMockGateway({
      clock: { now: START, mode: 'frozen' },
      latency: { start: '1s', partial: '2s', image: '4s' },
    });
    const headers = { authorization: `Bearer ${gateway.apiKey}` };
    const sending = fetch(`${gateway.baseURL}/images`, {
      ...image({ stream: true, size: '1024x1024' }),
      headers,
    });
    await gateway.requests('createImage').waitFor({ timeoutMs: 30_000 });
    await gateway.clock.advance('3s');
    const response = await sending;
    await gateway.clock.advance('8s');
    const { came, end } = arrivals(gateway, response);
    await end;
    assert.deepEqual(
      came.map(([, what]) => what),
      ['partial_image0', 'partial_image1', 'partial_image2', 'completed', '[DONE]'],
    );
    assert.equal(secondsSinceStart(gateway), 11);
  });

  it('a reader that is slow does not make the provider slower', async () => {
    const gateway = frozen({ latency: { partial: '2s', image: '2s' } });
    const sending = send(gateway, '/images', image({ stream: true }));
    await gateway.clock.advance('4m');
    const { came, end } = arrivals(gateway, await sending);
    await end;
    assert.equal(came.at(-1)?.[1], '[DONE]');
    assert.equal(secondsSinceStart(gateway), 240);
  });

  it('references are loaded', async () => {
    const gateway = frozen({ latency: { image: '1s' } });
    const url = 'https://pictures.example/a.png';
    const input_references = [{ type: 'image_url', image_url: { url } }];
    let status: number | undefined;
    const answering = send(gateway, '/images', image({ input_references })).then(
      (response) => (status = response.status),
    );
    await gateway.clock.advance('1s');
    assert.equal(status, 200);
    await answering;
  });
});

describe('by the clock of a tenant', () => {
  it('images are created', async () => {
    const gateway = frozen();
    const { created } = await (await send(gateway, '/images', image({}))).json();
    assert.equal(created, Date.parse(START) / 1000);
  });

  it('models get older', async () => {
    const gateway = frozen({ clock: { now: '2026-01-01', mode: 'frozen' } });
    const count = async () => {
      const response = await send(gateway, '/models?output_modalities=all&max_age_days=30');
      return (await response.json()).total_count;
    };
    const before = await count();
    await gateway.clock.advance('4000d');
    assert.ok(before > 0);
    assert.equal(await count(), 0);
  });

  it('keys expire', async () => {
    const gateway = frozen({ clock: { now: '2019-12-31', mode: 'frozen' } });
    const status = async () => (await send(gateway, '/models', {}, 'expired')).status;
    assert.equal(await status(), 200);
    await gateway.clock.set('2020-01-01');
    assert.equal(await status(), 401);
    await gateway.clock.set('2019-06-01');
    assert.equal(await status(), 200);
  });

  it('rate windows end', async () => {
    const gateway = frozen({ rateLimit: { limit: 1, windowSeconds: 60 } });
    const ask = () => send(gateway, '/images', image({}));
    assert.equal((await ask()).status, 200);
    await gateway.clock.advance('20s');
    const refused = await ask();
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '40']);
    await gateway.clock.advance('40s');
    assert.equal((await ask()).status, 200);
  });

  it('destinations are updated', async () => {
    const gateway = frozen();
    const list = await send(gateway, '/observability/destinations', {}, 'management');
    const [{ id }] = (await list.json()).data;
    const patch = { method: 'PATCH', body: JSON.stringify({ name: 'renamed' }) };
    await gateway.clock.advance('1h');
    const answer = await send(gateway, `/observability/destinations/${id}`, patch, 'management');
    assert.equal((await answer.json()).data.updated_at, '2026-08-01T01:00:00.000Z');
  });

  it('a provider that is silent for too long times out', async () => {
    const gateway = frozen({ latency: { start: '10m' } });
    const body = { stream: true, provider: { allow_fallbacks: false } };
    let status: number | undefined;
    const answering = send(gateway, '/images', image(body)).then((r) => (status = r.status));
    await gateway.clock.advance('59s');
    assert.equal(status, undefined);
    await gateway.clock.advance('1s');
    assert.equal(status, 524);
    await answering;
    assert.equal(gateway.clock.waiting, 0);
  });

  it('a stream is kept alive, and times out in the middle', async () => {
    const gateway = frozen({ latency: ({ stage }) => (stage === 'image' ? '10m' : 0) });
    const { came, end } = arrivals(
      gateway,
      await send(gateway, '/images', image({ stream: true })),
    );
    await gateway.clock.advance('2m');
    assert.deepEqual(came.slice(-6), [
      [0, 'partial_image2'],
      [15, ': keep-alive'],
      [30, ': keep-alive'],
      [45, ': keep-alive'],
      [60, '524'],
      [60, '[DONE]'],
    ]);
    await end;
  });
});

describe('with autoAdvance', () => {
  it('nothing takes time, and the time that it would have taken has passed', async () => {
    const gateway = frozen({
      clock: { now: START, mode: 'autoAdvance' },
      latency: { answer: '1s', start: '50s', partial: '10s', image: '30s' },
    });
    const stream = await send(gateway, '/images', image({ stream: true }));
    const { came, end } = arrivals(gateway, stream);
    await end;
    assert.equal(came.at(-1)?.[0], 111);
  });

  it('does not time out a stream that the client stopped reading', async () => {
    const gateway = frozen({ clock: 'autoAdvance', latency: { start: '1s' } });
    const stream = await send(gateway, '/images', image({ stream: true }));
    await gateway.clock.advance(0);
    const others = await Promise.all([1, 2].map(() => send(gateway, '/images', image({}))));
    assert.deepEqual(
      others.map(({ status }) => status),
      [200, 200],
    );
    assert.match(await stream.text(), /completed/);
  });
});
