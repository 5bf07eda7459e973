import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { upstreamGateway } from '@model-gateway/providers/gateway';
import { API_KEY, ENDPOINT, JOB } from './attempt.ts';

const URLS: string[] = [];
const OPTIONS: Parameters<typeof upstreamGateway>[0] = {
  slug: 'acme-cloud',
  name: 'Acme Cloud',
  baseUrl: 'https://api.example.com/v1',
  apiKey: API_KEY,
  http: ({ url }) => {
    URLS.push(url);
    return Promise.reject(new Error('not called for real'));
  },
  models: { 'acme/painter': { endpoint: ENDPOINT } },
};

describe('upstreamGateway', () => {
  it('serves its own models only', () => {
    const provider = upstreamGateway(OPTIONS);
    assert.equal(provider.slug, 'acme-cloud');
    assert.equal(provider.name, 'Acme Cloud');
    assert.deepEqual(provider.images.endpoint('acme/painter'), ENDPOINT);
    assert.equal(provider.images.endpoint('acme/other'), undefined);
    assert.equal(provider.images.endpoint('constructor'), undefined);
  });

  const urls = [
    ['https://api.example.com/v1', undefined, 'https://api.example.com/v1/images'],
    ['https://api.example.com/v1/', undefined, 'https://api.example.com/v1/images'],
    [
      'https://api.example.com',
      '/images/generations',
      'https://api.example.com/images/generations',
    ],
    ['http://127.0.0.1:8080/x', 'images', 'http://127.0.0.1:8080/x/images'],
  ] as const;
  for (const [baseUrl, path, url] of urls) {
    it(`calls ${url} for ${baseUrl} and ${path}`, async () => {
      const provider = upstreamGateway({ ...OPTIONS, baseUrl, ...(path && { path }) });
      const { signal } = new AbortController();
      const context = { signal, dispatched() {}, progress() {}, hold: () => undefined };
      await assert.rejects(async () => {
        for await (const _ of provider.images.generate(JOB, context));
      }, /not called for real/);
      assert.equal(URLS.at(-1), url);
    });
  }

  it('treats an answer past its limit as malformed', async () => {
    const body = (async function* () {
      for (;;) yield new Uint8Array(1000);
    })();
    const http = async () => ({ status: 200, headers: {}, body });
    const provider = upstreamGateway({ ...OPTIONS, http, maxAnswerBytes: 10_000 });
    const { signal } = new AbortController();
    const context = { signal, dispatched() {}, progress() {}, hold: () => undefined };
    await assert.rejects(
      async () => {
        for await (const _ of provider.images.generate(JOB, context));
      },
      { failure: 'malformed', message: 'its answer is larger than 10000 bytes' },
    );
  });
});
