import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isProviderFailure, sniffImage, type ImageJob } from '@model-gateway/core';
import sharp from 'sharp';
import {
  aContext,
  aJob,
  bytesOf,
  eventsOf,
  imagesOf,
  sha256,
  STUDIO,
  studio,
} from './image-builders.ts';
import type { LoadSharp } from '../src/sharp.ts';

describe('the picture provider', () => {
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    for (const [width, height] of [
      [64, 64],
      [333, 251],
      [1024, 128],
      [128, 1024],
    ] as const) {
      it(`makes a ${format} of exactly ${width} × ${height}`, async () => {
        const [image] = await imagesOf(aJob({ format, pixels: { width, height } }));
        const metadata = await sharp(image).metadata();
        assert.equal(metadata.format, format);
        assert.deepEqual([metadata.width, metadata.height], [width, height]);
      });
    }
  }

  it('makes the size of tier and ratio', async () => {
    const [image] = await imagesOf(aJob({ tier: '512', aspectRatio: '16:9' }));
    const { width, height } = await sharp(image).metadata();
    assert.deepEqual([width, height], [512, 288]);
  });

  it('says what the bytes are', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'svg'] as const) {
      const [event] = await eventsOf(studio(), aJob({ format }));
      assert.ok(event?.type === 'image' && event.data.encoding === 'bytes');
      assert.equal(event.mediaType, sniffImage(event.data.bytes));
    }
  });

  it('makes exactly n images, each a different one', async () => {
    const images = await imagesOf(aJob({ n: 10 }));
    assert.equal(new Set(images.map(sha256)).size, 10);
  });

  for (const format of ['png', 'jpeg', 'webp', 'svg'] as const) {
    it(`makes the same ${format} of the same request again`, async () => {
      const job = aJob({ format, n: 2, seed: 5 });
      const [first, again] = await Promise.all([imagesOf(job), imagesOf(job)]);
      assert.deepEqual(first.map(sha256), again.map(sha256));
    });
  }

  it('draws another picture for another prompt, seed or model', async () => {
    const jobs = [aJob(), aJob({ prompt: 'a green panda' }), aJob({ seed: 8 }), aJob({ seed: 9 })];
    const images = await Promise.all(jobs.map((job) => imagesOf(job)));
    assert.equal(new Set(images.map(([image]) => sha256(image!))).size, jobs.length);
  });

  it('prints the prompt into the picture', async () => {
    const prompts = ['mountain one', 'mountain two'];
    const stripes = await Promise.all(
      prompts.map(async (prompt) => {
        const [image] = await imagesOf(aJob({ prompt, pixels: { width: 512, height: 512 } }));
        const bottom = { left: 20, top: 455, width: 200, height: 20 };
        return new Uint8Array(await sharp(image).extract(bottom).greyscale().raw().toBuffer());
      }),
    );
    for (const pixels of stripes) assert.ok(Math.max(...pixels) > 230, 'white letters');
    assert.notDeepEqual(stripes[0], stripes[1]);
  });

  it('makes every pixel of an opaque image opaque, without an alpha channel', async () => {
    for (const background of [undefined, 'opaque']) {
      const job = aJob({ ...(background !== undefined && { background }) });
      const { hasAlpha } = await sharp((await imagesOf(job))[0]).metadata();
      assert.equal(hasAlpha, false);
    }
  });

  for (const format of ['png', 'webp'] as const) {
    it(`leaves the background around the subject of a transparent ${format} empty`, async () => {
      for (const prompt of ['mountain', 'planet', 'tile']) {
        const job = aJob({ prompt, format, background: 'transparent' });
        const image = sharp((await imagesOf(job))[0]);
        const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
        assert.equal(info.channels, 4);
        const alphas = data.filter((_, index) => index % 4 === 3);
        assert.equal(alphas[0], 0);
        const share = alphas.filter((alpha) => alpha === 255).length / alphas.length;
        assert.ok(share > 0.03 && share < 0.95, `${prompt}: ${share}`);
      }
    });
  }

  it('takes compression as quality', async () => {
    for (const format of ['jpeg', 'webp'] as const) {
      const sizes = await Promise.all(
        [0, 50, 100].map(async (compression) => {
          const [image] = await imagesOf(aJob({ format, compression, seed: 1 }));
          return image!.length;
        }),
      );
      assert.deepEqual(
        sizes,
        sizes.toSorted((a, b) => a - b),
      );
    }
  });

  it('takes colours from references', async () => {
    const reference = (byte: number) => ({ bytes: Uint8Array.of(byte), mediaType: 'image/png' });
    const jobs = [[], [reference(1)], [reference(2)]].map((references) => aJob({ references }));
    const images = await Promise.all(jobs.map((job) => imagesOf(job)));
    assert.equal(new Set(images.map(([image]) => sha256(image!))).size, 3);
  });

  it('reports the dispatch first, and progress at each stage', async () => {
    const context = aContext();
    await eventsOf(studio(), aJob({ n: 2 }), context);
    assert.deepEqual(context.calls, ['dispatched', 'progress', 'progress', 'progress']);
  });

  it('counts tokens', async () => {
    const events = await eventsOf(studio(), aJob({ n: 2, pixels: { width: 512, height: 512 } }));
    assert.deepEqual(events.slice(-2), [
      { type: 'usage', promptTokens: 3, completionTokens: 2080 },
      { type: 'done' },
    ]);
  });

  it('awaits the pacing function before each stage', async () => {
    const stages: string[] = [];
    const pacing = () => async (stage: string) => void stages.push(stage);
    await eventsOf(studio({ pacing }), aJob({ n: 2 }));
    assert.deepEqual(stages, ['start', 'image', 'image']);
  });
});

describe('streaming', () => {
  for (const format of ['png', 'jpeg'] as const) {
    it(`sends three ${format}s before each image, ever closer to it`, async () => {
      const size = { width: 256, height: 256 };
      const job = aJob({ n: 2, format, stream: true, pixels: size });
      const events = await eventsOf(studio(), job);
      const order = events.map((event) =>
        'index' in event ? [event.type, event.index] : event.type,
      );
      const partials = [0, 1, 2].map((index) => ['partial', index]);
      assert.deepEqual(order, [
        ...partials,
        ['image', 0],
        ...partials,
        ['image', 1],
        'usage',
        'done',
      ]);

      const raw = (image: Uint8Array) => sharp(image).ensureAlpha().raw().toBuffer();
      const [image] = await Promise.all(bytesOf(events, 'image').slice(0, 1).map(raw));
      const drafts = await Promise.all(bytesOf(events, 'partial').slice(0, 3).map(raw));
      const distances = drafts.map((draft) => {
        assert.equal(draft.length, 256 * 256 * 4);
        return draft.reduce((sum, value, index) => sum + Math.abs(value - image![index]!), 0);
      });
      assert.deepEqual(
        distances,
        distances.toSorted((a, b) => b - a),
      );
    });
  }

  it('sends fewer of a small image', async () => {
    const partialsAt = async (side: number) => {
      const job = aJob({ stream: true, pixels: { width: side, height: side } });
      return bytesOf(await eventsOf(studio(), job), 'partial').length;
    };
    assert.deepEqual([await partialsAt(128), await partialsAt(64)], [2, 1]);
  });

  it('sends none when the endpoint does not stream', async () => {
    const endpoints = new Map([['acme/paint-1', { ...STUDIO, streams: false }]]);
    const events = await eventsOf(studio({ endpoints }), aJob({ stream: true }));
    assert.deepEqual(
      events.map(({ type }) => type),
      ['image', 'usage', 'done'],
    );
  });
});

describe('a request that it refuses', () => {
  const reference = { bytes: Uint8Array.of(1), mediaType: 'image/png' };
  for (const [what, job, failure, message] of [
    [
      'a model it does not have',
      aJob({ model: 'acme/none' }),
      'model',
      'Pictures has no acme/none',
    ],
    [
      'a format of other models',
      aJob({ model: 'acme/paint-1-svg' }),
      'parameter',
      'format must be one of svg, got png',
    ],
    ['too many images', aJob({ n: 11 }), 'parameter', 'n must be at most 10, got 11'],
    [
      'too many references',
      aJob({ references: Array.from({ length: 17 }, () => reference) }),
      'parameter',
      'references must be 0 to 16 images, got 17',
    ],
    [
      'too few references',
      aJob({ model: 'acme/paint-1-edit' }),
      'parameter',
      'references must be 1 to 8 images, got 0',
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      await assert.rejects(eventsOf(studio(), job), (error) => {
        assert.ok(isProviderFailure(error) && error instanceof Error);
        assert.deepEqual(
          { failure: Reflect.get(error, 'failure'), message: error.message },
          { failure, message },
        );
        return true;
      });
    });
  }
});

describe('without the package sharp', () => {
  const loadSharp: readonly (readonly [string, LoadSharp])[] = [
    ['is not installed', () => Promise.reject(new Error("Cannot find package 'sharp'"))],
    // As bundlers for browsers leave it out.
    ['is an empty object', async () => JSON.parse('{"default":{}}')],
  ];
  for (const [why, load] of loadSharp) {
    for (const format of ['png', 'jpeg', 'webp', 'svg'] as const) {
      it(`makes ${format} where it ${why}`, async () => {
        const job = aJob({ format, pixels: { width: 320, height: 200 } });
        const [image] = await imagesOf(job, studio({ loadSharp: load }));
        const { width, height, format: found } = await sharp(image).metadata();
        assert.deepEqual([width, height, found], [320, 200, format]);
      });
    }
  }

  const missing = studio({ loadSharp: () => Promise.reject(new Error('not installed')) });

  for (const format of ['jpeg', 'webp'] as const) {
    it(`makes ${format} that looks like the png, smaller with more compression`, async () => {
      const pixels = { width: 256, height: 256 };
      const of = async (job: Partial<ImageJob>) =>
        (await imagesOf(aJob({ pixels, ...job }), missing))[0] ?? assert.fail('no image');
      const raw = async (file: Uint8Array) => sharp(file).removeAlpha().raw().toBuffer();
      const [png, good, poor] = [
        await of({}),
        await of({ format }),
        await of({ format, compression: 10 }),
      ];
      const [expected, found] = [await raw(png), await raw(good)];
      const off = expected.reduce((sum, value, at) => sum + Math.abs(value - (found[at] ?? 0)), 0);
      assert.ok(off / expected.length < 4, `${off / expected.length} of 255 off in the mean`);
      assert.ok(poor.length < good.length / 2);
    });
  }

  it('keeps the transparent background of a webp', async () => {
    const job = aJob({ format: 'webp', background: 'transparent' });
    const [image] = await imagesOf(job, missing);
    assert.equal((await sharp(image).metadata()).hasAlpha, true);
  });
});

describe('an abort', () => {
  const reason = new Error('the client left');

  it('throws an earlier abort before anything is dispatched', async () => {
    const context = aContext(AbortSignal.abort(reason));
    await assert.rejects(eventsOf(studio(), aJob(), context), reason);
    assert.deepEqual(context.calls, []);
  });

  for (const format of ['png', 'webp'] as const) {
    it(`stops the drawing of a large ${format} at once`, async () => {
      const controller = new AbortController();
      const size = { width: 4096, height: 4096 };
      const job = aJob({ n: 10, format, pixels: size });
      const events = eventsOf(studio(), job, aContext(controller.signal));
      setImmediate(() => setImmediate(() => controller.abort(reason)));
      const start = process.cpuUsage();
      await assert.rejects(events, reason);
      // Processor time: a second would be enough for a part of one image, ten take half a minute.
      const { user } = process.cpuUsage(start);
      assert.ok(user < 1_000_000, `${user} µs`);
    });
  }

  it('is thrown when it ends the wait for a stage', async () => {
    const pacing = () => () => Promise.reject(reason);
    await assert.rejects(eventsOf(studio({ pacing }), aJob()), reason);
  });

  it('stops between the images when the reader stops reading', async () => {
    const context = aContext();
    for await (const event of studio().images.generate(aJob({ n: 10 }), context)) {
      if (event.type === 'image') break;
    }
    assert.deepEqual(context.calls, ['dispatched', 'progress', 'progress']);
  });
});
