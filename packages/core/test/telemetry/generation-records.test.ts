import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EgressError, ProviderFailure } from '@model-gateway/core';
import { aProvider, draw, MODEL, PNG, type Script } from '../images/image-builders.ts';
import { answered, fails } from '../images/provider-scripts.ts';
import { watched, attemptsOf } from './watched.ts';

/* What observers learn of POST /images. Source: contract §1.12. */

const refusesAddress: Script = async function* () {
  yield* [];
  const cause = new EgressError('refused', 'the address is not public');
  throw new ProviderFailure('server', 'its address may not be called', { cause });
};

describe('a generation that succeeds', () => {
  it('is recorded with provider, parameters, tokens and cost', async () => {
    const { gateway, record } = watched([aProvider('one')]);
    const { headers } = await draw(gateway, { n: 2, quality: 'high' });
    const { status, operation, ending, generation } = record();
    assert.deepEqual([status, operation, ending], [200, 'createImage', 'complete']);
    assert.deepEqual(generation, {
      id: headers['x-generation-id'],
      task: 'images',
      model: MODEL,
      provider: { slug: 'one', name: 'ONE' },
      isStream: false,
      parameters: { n: 2, quality: 'high' },
      attempts: [
        {
          provider: 'one',
          startedMs: 0,
          ms: 0,
          outcome: 'succeeded',
          failure: undefined,
          message: undefined,
          egress: undefined,
          egressCode: undefined,
        },
      ],
      firstOutputMs: 0,
      outputs: [
        { type: 'image', mediaType: 'image/png', bytes: PNG.byteLength },
        { type: 'image', mediaType: 'image/png', bytes: PNG.byteLength },
      ],
      usage: {
        promptTokens: 3,
        promptImageTokens: undefined,
        completionTokens: 10,
        completionTextTokens: undefined,
      },
      costUsd: '0.08',
      finishReason: undefined,
      content: undefined,
    });
  });

  it('counts the bytes of an image that came as base64', async () => {
    const base64 = new TextEncoder().encode(Buffer.from(PNG).toString('base64'));
    const script: Script = async function* () {
      const parts = [base64.subarray(0, 5), base64.subarray(5)];
      const data = { encoding: 'base64', parts } as const;
      yield { type: 'image', index: 0, data, mediaType: 'image/png' };
      yield { type: 'done' };
    };
    const { gateway, generation } = watched([aProvider('one', script)]);
    await draw(gateway);
    assert.deepEqual(generation()?.outputs, [
      { type: 'image', mediaType: 'image/png', bytes: PNG.byteLength },
    ]);
  });

  it('holds no prompt and no image unless the observer wants content', async () => {
    const { gateway, records } = watched([aProvider('one')]);
    await draw(gateway, { prompt: 'a canary in a coal mine' });
    assert.doesNotMatch(JSON.stringify(records), /canary|iVBOR/);
  });

  it('holds prompt, references and images for an observer that wants content', async () => {
    const { gateway, generation } = watched([aProvider('one')], { detail: 'content' });
    const url = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`;
    const references = [{ type: 'image_url', image_url: { url } }];
    await draw(gateway, { input_references: references });
    assert.deepEqual(generation()?.content, {
      prompt: 'red panda',
      references: [{ bytes: PNG, mediaType: 'image/png' }],
      text: '',
      images: [{ encoding: 'bytes', bytes: PNG }],
    });
  });
});

describe('a generation that falls back', () => {
  it('is recorded with the attempt that failed and the one that succeeded', async () => {
    const providers = [aProvider('one', fails('credential')), aProvider('two')];
    const { gateway, record } = watched(providers);
    await draw(gateway, { provider: { order: ['one', 'two'] } });
    assert.equal(record().status, 200);
    assert.deepEqual(attemptsOf(record()), [
      ['one', 'failed', 'credential'],
      ['two', 'succeeded', undefined],
    ]);
    assert.equal(record().generation?.attempts[0]?.message, 'it said credential');
    assert.equal(record().generation?.provider?.slug, 'two');
  });

  it('says that an address was refused', async () => {
    const setup = watched([aProvider('one', refusesAddress)]);
    await answered(setup, draw(setup.gateway));
    const { attempts = [] } = setup.generation() ?? {};
    assert.deepEqual(
      attempts.map(({ egress, message }) => [egress, message]),
      [
        ['refused', 'its address may not be called'],
        ['refused', 'its address may not be called'],
      ],
    );
  });

  for (const [what, code, expected] of [
    ['what OpenSSL calls it', 'CERT_HAS_EXPIRED', 'CERT_HAS_EXPIRED'],
    ['no other text of a client of the host', 'key sk-canary', undefined],
    ['nothing where the client gave nothing', undefined, undefined],
  ] as const) {
    it(`says why a connection failed: ${what}`, async () => {
      const unreachable: Script = async function* () {
        yield* [];
        const cause = new EgressError(
          'unreachable',
          'no',
          Object.assign(new Error('no'), { code }),
        );
        throw new ProviderFailure('server', 'it could not be reached', { cause });
      };
      const setup = watched([aProvider('one', unreachable)]);
      await answered(setup, draw(setup.gateway));
      const [attempt] = setup.generation()?.attempts ?? [];
      assert.deepEqual([attempt?.egress, attempt?.egressCode], ['unreachable', expected]);
    });
  }
});

describe('a generation that fails', () => {
  it('is recorded with the error of the client and no cost', async () => {
    const { gateway, record } = watched([aProvider('one', fails('server'))]);
    await draw(gateway);
    const { status, error, ending, generation } = record();
    assert.deepEqual([status, error, ending], [502, 'providerFailed', 'complete']);
    assert.deepEqual([generation?.provider, generation?.costUsd], [undefined, '0']);
  });

  for (const failure of ['policy', 'parameter'] as const) {
    it(`keeps the words of a ${failure} refusal, which may quote the prompt, for content`, async () => {
      const quotes: Script = async function* () {
        yield* [];
        throw new ProviderFailure(failure, 'red panda is not allowed');
      };
      const metadata = watched([aProvider('one', quotes)]);
      await draw(metadata.gateway);
      assert.equal(metadata.generation()?.attempts[0]?.message, undefined);
      const content = watched([aProvider('one', quotes)], { detail: 'content' });
      await draw(content.gateway);
      assert.equal(content.generation()?.attempts[0]?.message, 'red panda is not allowed');
    });
  }

  it('records a bug of a provider as a failure without a class', async () => {
    const bug: Script = async function* () {
      yield* [];
      throw new TypeError('a bug');
    };
    const { gateway, record } = watched([aProvider('one', bug)]);
    await draw(gateway);
    assert.deepEqual([record().status, record().error], [500, 'internal']);
    assert.deepEqual(attemptsOf(record()), [['one', 'failed', undefined]]);
  });

  it('has no generation when the model is not found', async () => {
    const { gateway, record } = watched([aProvider('one')]);
    await draw(gateway, { model: 'acme/none' });
    assert.deepEqual([record().status, record().generation], [404, undefined]);
  });
});
