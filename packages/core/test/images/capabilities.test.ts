import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anEndpoint, anImageGateway, aProvider, draw, jsonOf, PNG } from './image-builders.ts';

describe('what an endpoint cannot do (contract §4.3)', () => {
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
  it('is reported for a ratio where the endpoint has no control for ratios', async () => {
    const { aspectRatios: _r, ...square } = bare;
    const provider = aProvider('one', undefined, square);
    const { status, headers } = await draw(anImageGateway([provider]).gateway, {
      aspect_ratio: '16:9',
    });
    assert.equal(status, 200);
    assert.equal(headers['x-gateway-warnings'], 'aspect_ratio=ignored');
    assert.equal(provider.jobs[0]?.aspectRatio, undefined);
  });

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
      {
        input_references: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      },
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

  it('is a missing reference, which an edit model needs', async () => {
    const provider = aProvider('one', undefined, anEndpoint({ minReferences: 1 }));
    const response = await draw(anImageGateway([provider]).gateway);
    assert.match(jsonOf(response).error?.message ?? '', /input_references must be at least 1/);
  });
});

describe('the choice of providers (contract §4.1)', () => {
  const cheap = () =>
    aProvider('cheap', undefined, {
      ...anEndpoint({ pricing: [{ billable: 'output_image', unit: 'image', usd: '0.01' }] }),
      throughput: 1,
      latency: 9,
    });
  const expensive = () =>
    aProvider('expensive', undefined, { ...anEndpoint(), throughput: 5, latency: 2 });
  const chosen = async (provider?: object) => {
    const { gateway } = anImageGateway([expensive(), cheap()]);
    const response = await draw(gateway, provider === undefined ? {} : { provider });
    return response.status === 200 ? response.headers['x-provider-name'] : jsonOf(response).error;
  };

  const cases: readonly (readonly [object | undefined, string])[] = [
    [undefined, 'CHEAP'],
    [{ sort: 'price' }, 'CHEAP'],
    [{ sort: 'throughput' }, 'EXPENSIVE'],
    [{ sort: 'latency' }, 'EXPENSIVE'],
    [{ sort: null, only: null, order: null, ignore: null }, 'CHEAP'],
    [{ order: ['expensive'] }, 'EXPENSIVE'],
    [{ order: ['nobody', 'EXPENSIVE', 'cheap'] }, 'EXPENSIVE'],
    [{ order: ['cheap'], sort: 'latency' }, 'CHEAP'],
    [{ only: ['expensive'] }, 'EXPENSIVE'],
    [{ ignore: ['cheap'] }, 'EXPENSIVE'],
    [{ ignore: [] }, 'CHEAP'],
  ];
  for (const [provider, name] of cases) {
    it(`${JSON.stringify(provider ?? {})} takes ${name}`, async () => {
      assert.equal(await chosen(provider), name);
    });
  }

  it('is a 400 that names the excluded providers when none is left', async () => {
    for (const provider of [
      { only: ['nobody'] },
      { only: [] },
      { ignore: ['cheap', 'expensive'] },
    ]) {
      const error = await chosen(provider);
      assert.match(
        JSON.stringify(error),
        /exclude every provider of model acme\/paint-1 \(expensive, cheap\)/,
      );
    }
  });
});

describe('an endpoint whose only control of shape is pixels (contract §4.2)', () => {
  const byArea = {
    ...anEndpoint({ pixelsByArea: true, tiers: ['1K', '2K', '4K'] }),
    aspectRatios: ['1:1', '16:9', '9:16', '21:9'],
    pixels: { min: 16, max: 3840, multipleOf: 16, maxArea: 8_294_400 },
  };
  const computed: readonly (readonly [object, string | undefined, string | undefined])[] = [
    [{}, undefined, undefined],
    [{ resolution: '1K' }, '1024x1024', undefined],
    [{ aspect_ratio: '16:9' }, '1360x768', undefined],
    [{ aspect_ratio: '21:9', resolution: '2K' }, '3120x1344', undefined],
    [{ resolution: '4K' }, '2880x2880', 'resolution=clamped:2880x2880'],
    [{ size: '4K', aspect_ratio: '16:9' }, '3840x2160', 'size=clamped:3840x2160'],
    [{ size: '640x480' }, '640x480', undefined],
  ];
  for (const [body, size, warnings] of computed) {
    it(`gets ${size ?? 'no pixels'} for ${JSON.stringify(body)}`, async () => {
      const provider = aProvider('one', undefined, byArea);
      const { status, headers } = await draw(anImageGateway([provider]).gateway, { ...body });
      assert.equal(status, 200);
      const pixels = provider.jobs[0]?.pixels;
      assert.equal(pixels && `${pixels.width}x${pixels.height}`, size);
      assert.equal(headers['x-gateway-warnings'], warnings);
    });
  }

  it('is paid for the pixels that were sent, at the price of the tier that was asked for', async () => {
    const provider = aProvider('one', undefined, {
      ...byArea,
      pricing: [
        { billable: 'output_image', unit: 'megapixel', usd: '9' },
        { billable: 'output_image', unit: 'megapixel', usd: '0.1', when: { tier: '1K' } },
      ],
    });
    const response = await draw(anImageGateway([provider]).gateway, {
      aspect_ratio: '16:9',
      resolution: '1K',
    });
    assert.equal(jsonOf(response).usage?.cost, 0.104448);
  });
});

describe('a reference with more bytes than an endpoint takes (contract §4.6)', () => {
  const PIXEL = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`;
  const references = [{ type: 'image_url', image_url: { url: PIXEL } }];

  it('is never sent there, and another endpoint is asked', async () => {
    const small = aProvider('one', undefined, anEndpoint({ maxReferenceBytes: 10 }));
    const large = aProvider('two', undefined, anEndpoint({ maxReferenceBytes: PNG.byteLength }));
    const { gateway } = anImageGateway([small, large]);
    const response = await draw(gateway, { input_references: references });
    assert.equal(response.status, 200);
    assert.deepEqual([small.jobs.length, large.jobs.length], [0, 1]);
  });

  it('is a 413 when no other endpoint is left', async () => {
    const { gateway } = anImageGateway([
      aProvider('one', undefined, anEndpoint({ maxReferenceBytes: 10 })),
    ]);
    const response = await draw(gateway, { input_references: references });
    assert.equal(response.status, 413);
    assert.deepEqual(jsonOf(response).error?.metadata?.attempts, [
      { provider: 'one', class: 'too-large', ms: 0 },
    ]);
  });
});
