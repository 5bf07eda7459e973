import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aKey, bearer } from '../builders.ts';
import {
  ACCOUNT,
  anEndpoint,
  anImageGateway,
  aProvider,
  draw,
  framesOf,
  jsonOf,
  MODEL,
  PNG,
  send,
} from './image-builders.ts';

const png = Buffer.from(PNG).toString('base64');

describe('POST /images, buffered (spec §2.7, §4.2)', () => {
  it('answers with exactly n images, their media type and the usage', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    const response = await draw(gateway, { n: 3 });
    assert.equal(response.status, 200);
    assert.deepEqual(jsonOf(response), {
      created: 1_785_585_600,
      data: Array.from({ length: 3 }, () => ({ b64_json: png, media_type: 'image/png' })),
      usage: { prompt_tokens: 3, completion_tokens: 10, total_tokens: 13, cost: 0.12 },
    });
  });

  it('names the generation and the provider, and is private', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    const { headers } = await draw(gateway);
    assert.match(headers['x-generation-id'] ?? '', /^gen-img-1785585600-[0-9A-Za-z]{20}$/);
    assert.equal(headers['x-provider-name'], 'ONE');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['x-gateway-warnings'], undefined);
  });

  it('passes every parameter on', async () => {
    const provider = aProvider('one');
    const { gateway } = anImageGateway([provider]);
    await draw(gateway, {
      n: 2,
      resolution: '2K',
      aspect_ratio: '16:9',
      quality: 'high',
      background: 'opaque',
      output_format: 'webp',
      output_compression: 80,
      seed: 42,
      provider: { options: { one: { style: 'ink' }, two: { style: 'oil' } } },
      input_references: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }],
    });
    assert.deepEqual(provider.jobs, [
      {
        model: MODEL,
        prompt: 'red panda',
        n: 2,
        tier: '2K',
        aspectRatio: '16:9',
        quality: 'high',
        background: 'opaque',
        format: 'webp',
        compression: 80,
        seed: 42,
        options: { style: 'ink' },
        references: [{ bytes: PNG, mediaType: 'image/png' }],
        stream: false,
      },
    ]);
  });

  it('passes pixels on', async () => {
    const provider = aProvider('one');
    await draw(anImageGateway([provider]).gateway, { size: '640x480' });
    assert.deepEqual(provider.jobs[0]?.pixels, { width: 640, height: 480 });
  });

  it('picks png when the background is to be transparent', async () => {
    const provider = aProvider('one', undefined, anEndpoint({ formats: ['jpeg', 'png'] }));
    await draw(anImageGateway([provider]).gateway, { background: 'transparent' });
    assert.equal(provider.jobs[0]?.format, 'png');
  });
});

describe('POST /images, streamed (spec §6, decisions §4.5)', () => {
  it('sends partial images, each image once with the usage at the last, and [DONE]', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    const response = await draw(gateway, { stream: true, n: 2 });
    const image = { b64_json: png, media_type: 'image/png', created: 1_785_585_600 };
    assert.deepEqual(await framesOf(response), [
      { type: 'image_generation.partial_image', partial_image_index: 0, b64_json: png },
      { type: 'image_generation.completed', ...image },
      {
        type: 'image_generation.completed',
        ...image,
        usage: { prompt_tokens: 3, completion_tokens: 10, total_tokens: 13, cost: 0.08 },
      },
      '[DONE]',
    ]);
  });

  it('sends text chunks of an SVG', async () => {
    const provider = aProvider('one', async function* (_job, context) {
      context.dispatched();
      yield { type: 'text', phase: 'draft', text: '<svg' };
      yield {
        type: 'image',
        index: 0,
        data: { encoding: 'bytes', bytes: new TextEncoder().encode('<svg xmlns="x"></svg>') },
        mediaType: 'image/svg+xml',
      };
      yield { type: 'done' };
    });
    const frames = await framesOf(await draw(anImageGateway([provider]).gateway, { stream: true }));
    assert.deepEqual(frames[0], {
      type: 'image_generation.text_chunk',
      text: '<svg',
      phase: 'draft',
    });
    assert.equal(frames.length, 3);
  });

  it('hands base64 of an upstream on without touching it', async () => {
    const parts = [png.slice(0, 10), png.slice(10)].map((text) => new TextEncoder().encode(text));
    const provider = aProvider('one', async function* (_job, context) {
      context.dispatched();
      const data = { encoding: 'base64', parts } as const;
      yield { type: 'image', index: 0, data, mediaType: 'image/png' };
      yield { type: 'done' };
    });
    const { gateway } = anImageGateway([provider]);
    assert.equal(jsonOf(await draw(gateway)).data?.[0]?.b64_json, png);
    const [completed] = await framesOf(await draw(gateway, { stream: true }));
    // The test provider sends this object.
    assert.equal((completed as { b64_json: string }).b64_json, png);
  });

  it('answers buffered, and says so, where the endpoint does not stream', async () => {
    const provider = aProvider('one', undefined, anEndpoint({ streams: false }));
    const response = await draw(anImageGateway([provider]).gateway, { stream: true });
    assert.equal(jsonOf(response).data?.length, 1);
    assert.equal(response.headers['x-gateway-warnings'], 'stream=ignored');
  });
});

describe('what an endpoint cannot do (decisions §4.3)', () => {
  const plain = anEndpoint({
    aspectRatios: ['1:1', '16:9'],
    formats: ['png'],
    maxImages: 1,
    maxReferences: 0,
    seed: false,
    compression: false,
    streams: false,
  });
  const { qualities: _q, backgrounds: _b, ...bare } = plain;

  const reported: readonly (readonly [object, string])[] = [
    [{ aspect_ratio: '21:9' }, 'aspect_ratio=clamped:16:9'],
    [{ aspect_ratio: '4:5' }, 'aspect_ratio=clamped:1:1'],
    [{ quality: 'high' }, 'quality=ignored'],
    [{ background: 'opaque' }, 'background=ignored'],
    [{ output_compression: 10 }, 'output_compression=ignored'],
    [{ seed: 1 }, 'seed=ignored'],
    [{ stream: true }, 'stream=ignored'],
    [{ provider: { options: { one: { secret: 1 } } } }, 'provider.options.one.secret=ignored'],
    [{ quality: 'low', seed: 1 }, 'quality=ignored, seed=ignored'],
  ];
  for (const [more, warnings] of reported) {
    it(`is reported: ${warnings}`, async () => {
      const { gateway } = anImageGateway([aProvider('one', undefined, bare)]);
      const { status, headers } = await draw(gateway, { ...more });
      assert.equal(status, 200);
      assert.equal(headers['x-gateway-warnings'], warnings);
    });
  }

  it('is not reported for auto', async () => {
    const { gateway } = anImageGateway([aProvider('one', undefined, bare)]);
    const { headers } = await draw(gateway, { quality: 'auto', background: 'auto' });
    assert.equal(headers['x-gateway-warnings'], undefined);
  });

  const refused: readonly (readonly [object, string, RegExp])[] = [
    [{ n: 2 }, 'n', /n must be at most 1 for model acme\/paint-1, got 2/],
    [{ output_format: 'svg' }, 'output_format', /one of png for model acme\/paint-1, got svg/],
    [{ resolution: '4K' }, 'resolution', /one of 512, 1K, 2K .* got 4K/],
    [{ size: '4K' }, 'size', /one of 512, 1K, 2K .* got 4K/],
    [{ size: '100x100' }, 'size', /sides of 64 to 2048 pixels, multiples of 8 .* got 100x100/],
    [
      { input_references: [{ type: 'image_url', image_url: { url: 'data:,' } }] },
      'input_references',
      /none images/,
    ],
  ];
  for (const [more, path, message] of refused) {
    it(`is a 400 before any provider is called: ${JSON.stringify(more)}`, async () => {
      const provider = aProvider('one', undefined, bare);
      const response = await draw(anImageGateway([provider]).gateway, { ...more });
      assert.equal(response.status, 400);
      const { error } = jsonOf(response);
      assert.equal(error?.metadata?.issues?.[0]?.path, path);
      assert.match(error?.message ?? '', message);
      assert.equal(provider.jobs.length, 0);
    });
  }

  it('is left to another endpoint that can', async () => {
    const [weak, strong] = [aProvider('weak', undefined, bare), aProvider('strong')];
    const { headers } = await draw(anImageGateway([weak, strong]).gateway, { n: 4 });
    assert.equal(headers['x-provider-name'], 'STRONG');
  });

  it('names the references that an edit model needs', async () => {
    const provider = aProvider('one', undefined, anEndpoint({ minReferences: 1 }));
    const response = await draw(anImageGateway([provider]).gateway);
    assert.match(jsonOf(response).error?.message ?? '', /input_references must be at least 1/);
  });
});

describe('models (decisions §4.3)', () => {
  it('that are unknown are 404', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    const response = await draw(gateway, { model: 'acme/nothing' });
    assert.equal(response.status, 404);
    assert.equal(jsonOf(response).error?.message, 'Model not found: acme/nothing');
  });

  it('that make no images are 400', async () => {
    const response = await draw(anImageGateway([aProvider('one')]).gateway, {
      model: 'acme/quill-1',
    });
    assert.equal(response.status, 400);
    assert.match(
      jsonOf(response).error?.message ?? '',
      /model acme\/quill-1 makes text, not images/,
    );
  });

  it('that the key may not use are 404', async () => {
    const { gateway } = anImageGateway([aProvider('one')], {
      key: { allowedModels: ['acme/quill-1'] },
    });
    assert.equal((await draw(gateway)).status, 404);
  });

  it('that nobody serves are 404', async () => {
    assert.equal((await draw(anImageGateway([]).gateway)).status, 404);
  });
});

describe('keys (decisions §2.4)', () => {
  it('a management key is 403', async () => {
    const { gateway } = anImageGateway([aProvider('one')], { key: { kind: 'management' } });
    const response = await draw(gateway);
    assert.equal(response.status, 403);
    assert.equal(jsonOf(response).error?.message, 'Management keys cannot perform this operation');
  });

  it('nothing of the body is read before the key is known', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    let reads = 0;
    for (const headers of [{}, bearer('other')]) {
      const response = await gateway.handle({
        method: 'POST',
        path: '/images',
        search: '',
        mount: '',
        headers,
        body: {
          kind: 'bytes',
          read: async () => {
            reads++;
            return new Uint8Array();
          },
        },
      });
      assert.equal(response?.status, 401);
    }
    assert.equal(reads, 0);
  });
});

describe('the choice of providers (decisions §4.1)', () => {
  const cheap = () =>
    aProvider('cheap', undefined, {
      ...anEndpoint({ pricing: [{ billable: 'output_image', unit: 'image', usd: '0.01' }] }),
      throughput: 1,
      latency: 9,
    });
  const dear = () => aProvider('dear', undefined, { ...anEndpoint(), throughput: 5, latency: 2 });
  const chosen = async (provider?: object) => {
    const { gateway } = anImageGateway([dear(), cheap()]);
    const response = await draw(gateway, provider === undefined ? {} : { provider });
    return response.status === 200 ? response.headers['x-provider-name'] : jsonOf(response).error;
  };

  const cases: readonly (readonly [object | undefined, string])[] = [
    [undefined, 'CHEAP'],
    [{ sort: 'price' }, 'CHEAP'],
    [{ sort: 'throughput' }, 'DEAR'],
    [{ sort: 'latency' }, 'DEAR'],
    [{ sort: null, only: null, order: null, ignore: null }, 'CHEAP'],
    [{ order: ['dear'] }, 'DEAR'],
    [{ order: ['nobody', 'DEAR', 'cheap'] }, 'DEAR'],
    [{ order: ['cheap'], sort: 'latency' }, 'CHEAP'],
    [{ only: ['dear'] }, 'DEAR'],
    [{ ignore: ['cheap'] }, 'DEAR'],
    [{ ignore: [] }, 'CHEAP'],
  ];
  for (const [provider, name] of cases) {
    it(`${JSON.stringify(provider ?? {})} takes ${name}`, async () => {
      assert.equal(await chosen(provider), name);
    });
  }

  it('is a 400 that names who could when nobody is left', async () => {
    for (const provider of [{ only: ['nobody'] }, { only: [] }, { ignore: ['cheap', 'dear'] }]) {
      const error = await chosen(provider);
      assert.match(
        JSON.stringify(error),
        /leaves nobody for model acme\/paint-1, which dear, cheap/,
      );
    }
  });
});

describe('credits (decisions §4.7)', () => {
  it('are charged what it cost', async () => {
    const { gateway, ledger } = anImageGateway([aProvider('one')]);
    await draw(gateway, { n: 2 });
    assert.equal(ledger.balanceOf(ACCOUNT), '9.92');
    await framesOf(await draw(gateway, { stream: true }));
    assert.equal(ledger.balanceOf(ACCOUNT), '9.88');
  });

  it('are charged by token, at most what was reserved, and the rest is free again', async () => {
    const endpoint = anEndpoint({
      maxTokensPerImage: 100,
      pricing: [
        { billable: 'prompt', unit: 'token', usd: '0.001' },
        { billable: 'completion', unit: 'token', usd: '0.01' },
      ],
    });
    const { gateway, ledger } = anImageGateway([aProvider('one', undefined, endpoint)]);
    await draw(gateway);
    assert.equal(ledger.balanceOf(ACCOUNT), '9.897');
  });

  it('are charged by megapixel', async () => {
    const pricing = [{ billable: 'output_image', unit: 'megapixel', usd: '0.1' }] as const;
    const { gateway, ledger } = anImageGateway([
      aProvider('one', undefined, anEndpoint({ pricing })),
    ]);
    await draw(gateway, { size: '1024x512', n: 2 });
    assert.equal(ledger.balanceOf(ACCOUNT), '9.8951424');
  });

  it('that do not reach are 402, before any provider is called', async () => {
    const provider = aProvider(
      'one',
      undefined,
      anEndpoint({
        maxImages: 10,
        pricing: [{ billable: 'output_image', unit: 'image', usd: '1.01' }],
      }),
    );
    const { gateway, ledger } = anImageGateway([provider]);
    const response = await draw(gateway, { n: 10 });
    assert.equal(response.status, 402);
    assert.equal(jsonOf(response).error?.message, 'Insufficient credits');
    assert.equal(jsonOf(response).user_id, 'user_1');
    assert.equal(provider.jobs.length, 0);
    assert.equal(ledger.balanceOf(ACCOUNT), '10');
  });

  it('are not asked for without an account', async () => {
    const { gateway } = anImageGateway([aProvider('one')], { key: { creditAccountId: null } });
    assert.equal((await draw(gateway)).status, 200);
  });
});

describe('bodies (decisions §1, §4.8)', () => {
  const bad: readonly (readonly [string, unknown, string, RegExp])[] = [
    ['no model', { prompt: 'x' }, 'model', /model is required/],
    ['no prompt', { model: MODEL }, 'prompt', /prompt is required/],
    ['an empty prompt', { model: MODEL, prompt: '' }, 'prompt', /at least 1 character, got ""/],
    ['n of 0', { model: MODEL, prompt: 'x', n: 0 }, 'n', /whole number from 1 to 10, got 0/],
    ['n of 11', { model: MODEL, prompt: 'x', n: 11 }, 'n', /from 1 to 10, got 11/],
    ['n of 1.5', { model: MODEL, prompt: 'x', n: 1.5 }, 'n', /whole number/],
    ['n as text', { model: MODEL, prompt: 'x', n: '1' }, 'n', /whole number/],
    ['null for n', { model: MODEL, prompt: 'x', n: null }, 'n', /got null/],
    [
      'an unknown ratio',
      { model: MODEL, prompt: 'x', aspect_ratio: '5:7' },
      'aspect_ratio',
      /one of 1:1, 1:2, .* auto, got "5:7"/,
    ],
    [
      'compression of 101',
      { model: MODEL, prompt: 'x', output_compression: 101 },
      'output_compression',
      /from 0 to 100, got 101/,
    ],
    ['an unknown quality', { model: MODEL, prompt: 'x', quality: 'max' }, 'quality', /one of auto/],
    [
      'an unknown format',
      { model: MODEL, prompt: 'x', output_format: 'gif' },
      'output_format',
      /gif/,
    ],
    ['stream as text', { model: MODEL, prompt: 'x', stream: 'yes' }, 'stream', /true or false/],
    [
      '17 references',
      {
        model: MODEL,
        prompt: 'x',
        input_references: Array.from({ length: 17 }, () => ({
          type: 'image_url',
          image_url: { url: 'data:' },
        })),
      },
      'input_references',
      /at most 16/,
    ],
    [
      'a reference of another shape',
      { model: MODEL, prompt: 'x', input_references: ['data:image/png;base64,AA=='] },
      'input_references[0]',
      /an object/,
    ],
    [
      'a transparent jpeg',
      { model: MODEL, prompt: 'x', background: 'transparent', output_format: 'jpeg' },
      'background',
      /needs output_format png or webp, got jpeg/,
    ],
    [
      'an unknown sort',
      { model: MODEL, prompt: 'x', provider: { sort: 'luck' } },
      'provider.sort',
      /price/,
    ],
    ['a list', [], 'body', /an object/],
    ['a number', 5, 'body', /an object/],
    ['no JSON', '{"model":', 'body', /valid JSON/],
    ['nothing', '', 'body', /a JSON body is required/],
    ['no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'body', /UTF-8/],
    ['a member twice', `{"model":"${MODEL}","model":"b"}`, 'body', /"model" is there twice/],
    ['a member twice by escapes', '{"n":1,"\\u006e":2}', 'body', /"n" is there twice/],
    ['__proto__', `{"model":"${MODEL}","prompt":"x","__proto__":{"n":3}}`, '__proto__', /no name/],
    ['a NUL', { model: MODEL, prompt: 'a\0b' }, 'prompt', /NUL/],
    ['half a surrogate pair', '{"prompt":"\\ud83d"}', 'prompt', /surrogate/],
    ['a huge number', `{"model":"${MODEL}","prompt":"x","seed":1e400}`, 'seed', /2\^53-1/],
    ['too many values', `{"z":[${'0,'.repeat(100_001)}0]}`, 'body', /at most 100000 values/],
    [
      'a comma behind 8 MB of text',
      `{"prompt":"${'x'.repeat(8_000_000)}",}`,
      'body',
      /line 1, column 8000014/,
    ],
    [
      'a model of 257 characters',
      { model: 'm'.repeat(257), prompt: 'x' },
      'model',
      /1 to 256 characters/,
    ],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`, 'body', /64 levels/],
  ];
  for (const [name, body, path, message] of bad) {
    it(`${name}: 400`, async () => {
      const { gateway, errors } = anImageGateway([aProvider('one')]);
      const response = await send(gateway, body);
      assert.equal(response.status, 400);
      const { error, user_id } = jsonOf(response);
      assert.equal(error?.code, 400);
      assert.equal(user_id, 'user_1');
      const issue = error?.metadata?.issues?.find((candidate) => candidate.path === path);
      assert.ok(issue, JSON.stringify(error));
      assert.match(issue.message, message);
      assert.equal(errors.length, 0);
    });
  }

  it('say everything that is wrong at once', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    const response = await send(gateway, { prompt: '', n: 99, quality: 5 });
    const paths = jsonOf(response).error?.metadata?.issues?.map(({ path }) => path);
    assert.deepEqual(paths, ['model', 'prompt', 'n', 'quality']);
  });

  it('may hold members that we do not know', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    assert.equal((await draw(gateway, { user: 'somebody', future: [1] })).status, 200);
  });

  it('that a host parsed are checked the same way', async () => {
    const { gateway } = anImageGateway([aProvider('one')]);
    const post = (value: unknown) =>
      gateway.handle({
        method: 'POST',
        path: '/images',
        search: '',
        mount: '',
        headers: bearer(),
        body: { kind: 'parsed', value },
      });
    assert.equal((await post({ model: MODEL, prompt: 'x' }))?.status, 200);
    assert.equal((await post({ model: MODEL, prompt: 'a\0b' }))?.status, 400);
    assert.equal((await post(JSON.parse('{"__proto__":1}')))?.status, 400);
  });

  it('are limited to 32 MiB unless the gateway says otherwise', async () => {
    const limits: number[] = [];
    const { gateway } = anImageGateway([aProvider('one')]);
    await gateway.handle({
      method: 'POST',
      path: '/images',
      search: '',
      mount: '',
      headers: bearer(),
      body: {
        kind: 'bytes',
        read: async (limit) => {
          limits.push(limit);
          return new Uint8Array();
        },
      },
    });
    assert.deepEqual(limits, [32 * 1024 * 1024]);
  });
});

describe('rate limits (decisions §4.8)', () => {
  it('answer with the window, and 429 with retry-after once it is used up', async () => {
    const decisions = [
      { allowed: true, limit: 1, remaining: 0, resetSeconds: 30 },
      { allowed: false, limit: 1, remaining: 0, resetSeconds: 12 },
    ];
    const taken: string[] = [];
    const provider = aProvider('one');
    const { gateway } = anImageGateway([provider], {
      limiter: {
        take: async (keyHash) => {
          taken.push(keyHash);
          return decisions[taken.length - 1] ?? assert.fail();
        },
      },
    });
    const allowed = await draw(gateway);
    assert.equal(allowed.headers['ratelimit-limit'], '1');
    assert.equal(allowed.headers['ratelimit-remaining'], '0');
    assert.equal(allowed.headers['ratelimit-reset'], '30');

    const refused = await draw(gateway);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers['retry-after'], '12');
    assert.equal(refused.headers['ratelimit-reset'], '12');
    assert.equal(jsonOf(refused).error?.message, 'Rate limit exceeded');
    assert.deepEqual(taken, [aKey().hash, aKey().hash]);
    assert.equal(provider.jobs.length, 1);
  });
});
