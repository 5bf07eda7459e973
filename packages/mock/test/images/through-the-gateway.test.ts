import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createApiKey,
  createGateway,
  createMemoryCreditLedger,
  createMemoryKeyStore,
  createMemoryModelStore,
  type CatalogEntry,
} from '@model-gateway/core';
import { encodeResponse } from '@model-gateway/core/http';
import sharp from 'sharp';
import { createPictureProvider } from '@model-gateway/pictures';
import { imageEndpointOf } from '@model-gateway/worlds';
import { aModel } from '../../../worlds/test/abilities/a-model.ts';

const ACCOUNT = 'account-1';
const KEY = 'mg-v1-test';

const MODELS = [
  aModel({ pricing: { prompt: '0.000005', completion: '0.00002', image_token: '0.00004' } }),
  aModel({ id: 'acme/paint-1-svg' }),
  aModel({
    id: 'acme/wide',
    pricing: {
      prompt: '0.001',
      completion: '0.00001',
      overrides: [{ min_prompt_tokens: 10, prompt: '0.1' }],
    },
  }),
];

function aGateway() {
  const models: CatalogEntry[] = MODELS.map((model) => ({ model, signals: {} }));
  const endpoints = new Map(
    MODELS.flatMap((model) => {
      const endpoint = imageEndpointOf(model);
      return endpoint === undefined ? [] : [[model.id, endpoint] as const];
    }),
  );
  const keys = createMemoryKeyStore([createApiKey(KEY, { creditAccountId: ACCOUNT })]);
  return createGateway({
    stores: { models: createMemoryModelStore(models), keys },
    providers: [createPictureProvider({ endpoints })],
    inference: { ledger: createMemoryCreditLedger({ [ACCOUNT]: '100' }) },
  });
}

async function draw(body: Record<string, unknown>): Promise<string> {
  const bytes = new TextEncoder().encode(
    JSON.stringify({ model: 'acme/paint-1', prompt: 'a red panda', size: '128x96', ...body }),
  );
  const response = await aGateway().handle({
    method: 'POST',
    path: '/images',
    search: '',
    mount: '',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: { kind: 'bytes', read: async () => bytes },
  });
  assert.ok(response !== undefined);
  const { status, parts, steps } = encodeResponse(response);
  const all = [...parts];
  for await (const step of steps ?? []) all.push(...step);
  const text = Buffer.concat(all).toString();
  assert.equal(status, 200, text);
  return text;
}

interface Answer {
  readonly data: readonly { readonly b64_json: string; readonly media_type: string }[];
  readonly usage: Readonly<Record<string, number>>;
}

interface Frame {
  readonly type: string;
  readonly b64_json?: string;
  readonly text?: string;
  readonly phase?: string;
  readonly usage?: Readonly<Record<string, number>>;
}

async function framesOf(body: Record<string, unknown>): Promise<readonly Frame[]> {
  const text = await draw({ ...body, stream: true });
  const frames = text.split('\n\n').filter((frame) => frame.startsWith('data: {'));
  assert.ok(text.endsWith('data: [DONE]\n\n'));
  return frames.map((frame) => JSON.parse(frame.slice('data: '.length)) as Frame);
}

describe('images through the gateway (contract §8.7, §4)', () => {
  for (const output_format of ['png', 'jpeg', 'webp']) {
    it(`come as ${output_format}, with their price`, async () => {
      const { data, usage } = JSON.parse(await draw({ output_format, n: 3 })) as Answer;
      assert.equal(data.length, 3);
      for (const { b64_json, media_type } of data) {
        const { width, height, format } = await sharp(Buffer.from(b64_json, 'base64')).metadata();
        assert.deepEqual([width, height, `image/${format}`], [128, 96, media_type]);
      }
      assert.deepEqual(usage, {
        prompt_tokens: 3,
        completion_tokens: 147,
        total_tokens: 150,
        cost: 0.005895,
      });
    });
  }

  it('cost what the override for so many prompt tokens says (contract §8.5)', async () => {
    const body = { model: 'acme/wide', size: '64x64' };
    const costOf = async (prompt: string) =>
      (JSON.parse(await draw({ ...body, prompt })) as Answer).usage;
    assert.deepEqual(await costOf('x'.repeat(400)), {
      prompt_tokens: 100,
      completion_tokens: 17,
      total_tokens: 117,
      cost: 10.00017,
    });
    // At 10 tokens, which are not more than 10, the base price holds.
    assert.equal((await costOf('x'.repeat(40))).cost, 0.01017);
    assert.equal((await costOf('x'.repeat(41))).cost, 1.10017);
  });

  it('come as the SVG of a model that draws shapes', async () => {
    const { data } = JSON.parse(await draw({ model: 'acme/paint-1-svg' })) as Answer;
    assert.equal(data[0]?.media_type, 'image/svg+xml');
  });

  it('stream ever sharper, with the usage on the last one', async () => {
    const frames = await framesOf({ background: 'transparent' });
    assert.deepEqual(
      frames.map(({ type }) => type.replace('image_generation.', '')),
      ['partial_image', 'partial_image', 'completed'],
    );
    assert.equal(frames.at(-1)?.usage?.['completion_tokens'], 49);
  });

  it('stream as text when they are SVG', async () => {
    const frames = await framesOf({ model: 'acme/paint-1-svg' });
    const written = frames.filter(({ phase }) => phase === 'content').map(({ text }) => text);
    const completed = frames.at(-1)?.b64_json ?? '';
    assert.equal(written.join(''), Buffer.from(completed, 'base64').toString());
  });
});
