import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { OPERATIONS, type Model } from '@model-gateway/core';
import { aGateway, anEntry, aKey, bearer, get, head, ids, list, someEntries } from '../builders.ts';

/* What a 200 of GET /models looks like. Source: contract §8.1 and §3, §1.6 and §1.7. */

const full: Partial<Model> = {
  id: 'acme/full',
  name: 'Acme “Füll” 🚀 </script>',
  description: 'Everything\u2028that a model\u0000 may have. \ud800',
  expiration_date: '2027-01-31',
  knowledge_cutoff: null,
  model_hub_id: 'acme/full-hub',
  architecture: {
    modality: 'text+image->text',
    input_modalities: ['text', 'image', 'file', 'audio', 'video'],
    output_modalities: ['text'],
    instruct_type: 'deepseek-v3.1',
    tokenizer: 'DeepSeek',
  },
  benchmarks: {
    design_ranking: [
      { arena: 'models', category: 'website', elo: 1234.5, win_rate: 61.25, rank: 3 },
    ],
    external_index: { intelligence_index: 57.3, coding_index: null, agentic_index: 0 },
  },
  default_parameters: { temperature: 0.7, top_k: 40, top_p: null },
  per_request_limits: { prompt_tokens: 1000, completion_tokens: 10.5 },
  pricing: {
    prompt: '0.000003',
    completion: '0.000015',
    discount: 0.25,
    overrides: [{ min_prompt_tokens: 200_000, prompt: '0.000006' }],
  },
  reasoning: {
    mandatory: false,
    default_effort: 'medium',
    supported_efforts: ['high', 'medium', 'none'],
    supports_max_tokens: true,
  },
  supported_parameters: ['tools', 'reasoning'],
  supported_voices: ['alloy'],
};

describe('a 200 of GET /models', () => {
  it('has exactly data, total_count and links', async () => {
    const answer = await list(aGateway({ entries: someEntries(2) }), '');
    assert.deepEqual(Object.keys(answer), ['data', 'total_count', 'links']);
    assert.deepEqual(Object.keys(answer.links), ['next']);
  });

  it('passes the operation’s response schema', async () => {
    const entries = [anEntry(full), anEntry()];
    const operation = OPERATIONS.find(({ id }) => id === 'listModels');
    assert.ok(operation);
    v.parse(operation.response, await list(aGateway({ entries }), '?limit=1'));
  });

  it('serves each model as it is stored, members in the stored order', async () => {
    const entry = anEntry(full);
    const { data } = await list(aGateway({ entries: [entry] }), '');
    // A lone surrogate has no place in UTF-8; JSON keeps it as an escape.
    assert.deepEqual(data, [entry.model]);
    assert.equal(JSON.stringify(data[0]), JSON.stringify(entry.model));
  });

  it('does not serve signals', async () => {
    const entries = [
      anEntry({}, { author: 'secret-author', zdr: true, weekly_tokens: 987_654_321 }),
    ];
    const { text } = await get(aGateway({ entries }), '/models');
    assert.doesNotMatch(text, /secret-author|987654321|signals/);
  });

  it('is UTF-8 JSON whose length counts bytes', async () => {
    const { headers, text } = await get(
      aGateway({ entries: [anEntry({ name: '日本🚀' })] }),
      '/models',
    );
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(headers['content-length'], String(Buffer.byteLength(text)));
  });

  it('has no models for an empty catalog', async () => {
    assert.deepEqual(await list(aGateway(), ''), {
      data: [],
      total_count: 0,
      links: { next: null },
    });
  });

  it('may be kept by its caller only', async () => {
    const { headers } = await get(aGateway(), '/models');
    assert.match(headers['cache-control'] ?? '', /\bprivate\b|\bno-store\b/);
    assert.match(headers['vary'] ?? '', /\bauthorization\b/i);
  });

  it('is not public where a key was sent to a public catalog', async () => {
    const { headers } = await get(aGateway({ publicCatalog: true }), '/models');
    assert.doesNotMatch(headers['cache-control'] ?? '', /\bpublic\b/);
  });

  it('varies with the key where the catalog is public', async () => {
    const gateway = aGateway({ publicCatalog: true });
    const { headers } = await get(gateway, '/models', { authorization: undefined });
    assert.match(headers['vary'] ?? '', /\bauthorization\b/i);
  });

  it('does not read a body', async () => {
    const read = () => assert.fail('the body was read');
    const answer = await get(aGateway(), '/models', {}, { body: { kind: 'bytes', read } });
    assert.equal(answer.status, 200);
  });
});

describe('a key with an allow-list', () => {
  const gateway = aGateway({
    entries: someEntries(5),
    keys: [
      aKey({ text: 'all', allowedModels: null }),
      aKey({ text: 'two', allowedModels: ['acme/4', 'acme/2', 'acme/2', 'acme/99', 'ACME/1'] }),
      aKey({ text: 'none', allowedModels: [] }),
    ],
  });

  it('sees its models in the catalog’s order', async () => {
    assert.deepEqual(await ids(gateway, '', bearer('two')), ['acme/2', 'acme/4']);
  });

  it('counts its models', async () => {
    assert.equal((await list(gateway, '?limit=1', bearer('two'))).total_count, 2);
  });

  it('pages through its models', async () => {
    const { data, links } = await list(gateway, '?offset=1&limit=1', bearer('two'));
    assert.deepEqual(
      data.map(({ id }) => id),
      ['acme/4'],
    );
    assert.equal(links.next, null);
  });

  it('finds nothing outside of it', async () => {
    assert.deepEqual(await ids(gateway, '?q=acme/1', bearer('two')), []);
  });

  it('sees nothing when the list is empty', async () => {
    assert.deepEqual(await ids(gateway, '', bearer('none')), []);
  });

  it('sees only its models in a feed', async () => {
    const { text } = await get(gateway, '/models?use_rss=true', bearer('two'));
    assert.equal(text.split('<item>').length - 1, 2);
    assert.doesNotMatch(text, /acme\/1/);
  });

  it('does not get what another key was answered before', async () => {
    await ids(gateway, '', bearer('all'));
    assert.equal((await ids(gateway, '', bearer('two'))).length, 2);
    assert.equal((await ids(gateway, '', bearer('all'))).length, 5);
  });

  it('scopes its caller in a public catalog too', async () => {
    const open = aGateway({
      entries: someEntries(5),
      publicCatalog: true,
      keys: [aKey({ allowedModels: ['acme/3'] })],
    });
    assert.equal((await ids(open, '', { authorization: undefined })).length, 5);
    assert.deepEqual(await ids(open, ''), ['acme/3']);
  });
});

describe('HEAD', () => {
  const gateway = aGateway({ entries: someEntries(12) });
  for (const url of [
    '/models',
    '/models?limit=5',
    '/models?q=nothing',
    '/models?use_rss=true',
    '/models?limit=0',
    '/mod%65ls',
  ]) {
    it(`answers as GET does, without the body: ${url}`, async () => {
      const id = { 'x-request-id': 'same' };
      const expected = await get(gateway, url, id);
      const { status, headers, text } = await head(gateway, url, id);
      assert.equal(text, '');
      assert.deepEqual({ status, headers }, { status: expected.status, headers: expected.headers });
      assert.equal(headers['content-length'], String(Buffer.byteLength(expected.text)));
    });
  }

  it('answers 401 as GET does', async () => {
    const none = { authorization: undefined, 'x-request-id': 'same' };
    const expected = await get(gateway, '/models', none);
    const { status, headers, text } = await head(gateway, '/models', none);
    assert.deepEqual({ status, headers, text }, { ...expected, text: '' });
  });
});
