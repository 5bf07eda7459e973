import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMockGateway,
  createVirtualClock,
  startMockGateway,
  type MockGateway,
  type MockKeyName,
} from '@model-gateway/mock';

async function post(gateway: MockGateway, body: object, key: MockKeyName = 'inference') {
  const response = await gateway.handle({
    method: 'POST',
    path: '/v1/images',
    search: '',
    mount: '',
    headers: { authorization: `Bearer ${gateway.keys[key]}` },
    body: { kind: 'parsed', value: { model: 'acme/paint-1', prompt: 'red panda', ...body } },
  });
  assert.ok(response);
  const { body: answer } = response;
  const text = answer.kind === 'bytes' ? Buffer.concat(answer.parts).toString() : '{}';
  const value = answer.kind === 'json' ? answer.value : JSON.parse(text);
  return { ...response, value };
}

/** Width and height of a PNG, which its header begins with. */
function pngSize(base64: string) {
  const bytes = Buffer.from(base64, 'base64');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

/** A generation with these URLs as references. */
async function withReferences(...urls: readonly string[]) {
  const input_references = urls.map((url) => ({ type: 'image_url', image_url: { url } }));
  return post(createMockGateway(), { size: '64x64', input_references });
}

describe('images of the mock gateway', () => {
  it('have exactly the requested size and number, and are charged', async () => {
    const gateway = createMockGateway({ credits: 5 });
    const { status, value } = await post(gateway, { n: 2, size: '128x96' });
    assert.equal(status, 200);
    assert.deepEqual(
      value.data.map((image: { b64_json: string }) => pngSize(image.b64_json)),
      ['128x96', '128x96'],
    );
    assert.equal(value.usage.cost, 0.08);
    assert.equal(gateway.credits(), '4.92');
  });

  it('are the same for the same request and another seed gives others', async () => {
    const [one, again, other] = await Promise.all(
      [1, 1, 2].map(async (seed) => {
        const { value } = await post(createMockGateway(), { seed, size: '64x64' });
        return value.data[0].b64_json;
      }),
    );
    assert.equal(one, again);
    assert.notEqual(one, other);
  });

  it('come from the providers that the catalog names', async () => {
    const gateway = createMockGateway();
    const { models } = await gateway.ready();
    const paint = models.find(({ model }) => model.id === 'acme/paint-1');
    const names = paint?.signals.providers?.map(({ name }) => name) ?? [];
    const { headers } = await post(gateway, { size: '64x64' });
    assert.ok(names.includes(headers['x-provider-name'] ?? ''), names.join());

    const slug = paint?.signals.providers?.at(-1)?.slug;
    const chosen = await post(gateway, { size: '64x64', provider: { only: [slug] } });
    assert.equal(chosen.headers['x-provider-name'], names.at(-1));
  });

  it('take reference URLs without opening the network', async () => {
    const url = 'https://nobody-listens-here.example/x.png';
    assert.equal((await withReferences(url)).status, 200);
  });

  for (const url of [
    'http://127.0.0.1:1/x.png',
    'http://localhost/x.png',
    'http://169.254.169.254/latest',
    'http://[::1]/x.png',
    'http://10.0.0.1/x.png',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://[::ffff:127.0.0.1]/',
    'http://0/',
    'http://metadata.google.internal/',
    'http://',
    'http:///x',
    'https://exa mple.com/x.png',
    'https://u:p@a.example/x.png',
    'ftp://a.example/',
  ]) {
    it(`refuse the reference ${url} as guarded egress does`, async () => {
      const { status, value } = await withReferences('https://a.example/x.png', url);
      assert.equal(status, 400);
      const paths = value.error.metadata.issues.map((issue: { path: string }) => issue.path);
      assert.deepEqual(paths, ['input_references[1].image_url.url']);
    });
  }

  it('are rate-limited on request, by the given clock', async () => {
    const clock = createVirtualClock({ mode: 'frozen' });
    const gateway = createMockGateway({ clock, rateLimit: { limit: 1, windowSeconds: 60 } });
    const image = { size: '64x64' };
    assert.equal((await post(gateway, image)).status, 200);
    const refused = await post(gateway, image);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers['retry-after'], '60');
    await clock.advance('60s');
    assert.equal((await post(gateway, image)).status, 200);
  });

  const keys: readonly (readonly [MockKeyName, number])[] = [
    ['inference', 200],
    ['personal', 200],
    ['management', 403],
    ['personalManagement', 403],
    ['broke', 402],
    ['revoked', 401],
    ['disabled', 401],
    ['expired', 401],
  ];
  for (const [key, status] of keys) {
    it(`answer ${status} to the key "${key}"`, async () => {
      assert.equal((await post(createMockGateway(), { size: '64x64' }, key)).status, status);
    });
  }

  it('stream over a real socket: partial images, the image, [DONE]', async () => {
    await using gateway = await startMockGateway();
    const response = await fetch(`${gateway.baseURL}/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'acme/paint-1', prompt: 'x', size: '256x256', stream: true }),
    });
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    const frames = (await response.text()).trimEnd().split('\n\n');
    assert.equal(frames.pop(), 'data: [DONE]');
    const events = frames.map((frame) => JSON.parse(frame.replace('data: ', '')));
    const types = events.map(({ type }) => type);
    assert.equal(types.pop(), 'image_generation.completed');
    assert.ok(types.length > 0);
    assert.ok(types.every((type) => type === 'image_generation.partial_image'));
    for (const { b64_json } of events) assert.equal(pngSize(b64_json), '256x256');
  });
});
