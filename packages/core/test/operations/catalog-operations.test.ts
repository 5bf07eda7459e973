import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  aGateway,
  aKey,
  anArchitecture,
  anEntry,
  aRequest,
  envelopeOf,
  get,
  KEY_TEXT,
  type GivenGateway,
} from '../builders.ts';
import { aTalker } from '../chat/chat-builders.ts';

/* Operations of the catalog beside GET /models. Source: contract §16. */

const PICTURES = anArchitecture({ output_modalities: ['image'] });
const given: GivenGateway = {
  entries: [
    anEntry({ id: 'acme/quill' }),
    anEntry({ id: 'acme/quill:free' }),
    anEntry({ id: 'acme/brush', architecture: PICTURES }),
  ],
};
const limited = { ...given, keys: [aKey({ text: KEY_TEXT, allowedModels: ['acme/quill'] })] };

async function dataOf(url: string, options: GivenGateway = given): Promise<unknown> {
  const answer = await get(aGateway(options), url);
  assert.equal(answer.status, 200, answer.text);
  return (JSON.parse(answer.text) as { data: unknown }).data;
}

describe('GET /models/user (contract §16.4)', () => {
  const list = async (search: string, options: GivenGateway = given) => {
    const answer = await get(aGateway(options), `/models/user${search}`);
    assert.equal(answer.status, 200, answer.text);
    const { data, ...rest } = JSON.parse(answer.text) as { data: { id: string }[] };
    return { ids: data.map(({ id }) => id), ...rest };
  };

  for (const [what, search, options, ids] of [
    ['models of text', '', given, ['acme/quill', 'acme/quill:free']],
    ['any model', '?output_modalities=image', given, ['acme/brush']],
    ['what the key may use', '?output_modalities=all', limited, ['acme/quill']],
  ] as const) {
    it(`lists ${what}`, async () => {
      const links = { next: null };
      assert.deepEqual(await list(search, options), { ids, total_count: ids.length, links });
    });
  }

  it('comes in pages, whose links lead on', async () => {
    const first = await list('?output_modalities=all&limit=2');
    const next = '/v1/models/user?output_modalities=all&offset=2&limit=2';
    assert.deepEqual(first, {
      ids: ['acme/quill', 'acme/quill:free'],
      total_count: 3,
      links: { next },
    });
    const second = await list(next.slice('/v1/models/user'.length));
    assert.deepEqual(second, { ids: ['acme/brush'], total_count: 3, links: { next: null } });
  });

  it('names members as the dialect of the gateway does', async () => {
    const entries = [anEntry({ id: 'acme/quill', model_hub_id: 'acme/weights' })];
    const [shown] = (await dataOf('/models/user', { entries, dialect: 'openrouter' })) as object[];
    assert.ok(shown && 'hugging_face_id' in shown && !('model_hub_id' in shown));
  });

  it('needs a key in a public catalog, too', async () => {
    const gateway = aGateway({ ...given, publicCatalog: true });
    const answer = await get(gateway, '/models/user', { authorization: undefined });
    assert.equal(answer.status, 401);
  });
});

describe('GET /models/count (contract §16.1)', () => {
  for (const [search, count] of [
    ['', 2],
    ['?output_modalities=image', 1],
    ['?output_modalities=all', 3],
  ] as const) {
    it(`counts ${count} for "${search}"`, async () => {
      assert.deepEqual(await dataOf(`/models/count${search}`), { count });
    });
  }

  it('counts what the key may use', async () => {
    assert.deepEqual(await dataOf('/models/count?output_modalities=all', limited), { count: 1 });
  });

  it('is a 400 for a modality that does not exist', async () => {
    const answer = await get(aGateway(given), '/models/count?output_modalities=smell');
    assert.equal(answer.status, 400);
  });
});

describe('GET /model/{author}/{slug} (contract §16.2)', () => {
  for (const id of ['acme/quill', 'acme/quill:free', 'acme/brush']) {
    it(`shows ${id}`, async () => {
      assert.equal(((await dataOf(`/model/${id}`)) as { id: string }).id, id);
    });
  }

  for (const [name, id] of [
    ['acme/quill-7', 'acme/quill'],
    ['acme/quill-7:free', 'acme/quill:free'],
    ['acme/brush-1', 'acme/brush:beta'],
  ] as const) {
    it(`shows ${id} by the canonical slug ${name}`, async () => {
      const entries = [
        anEntry({ id: 'acme/quill:free', canonical_slug: 'acme/quill-7' }),
        anEntry({ id: 'acme/quill', canonical_slug: 'acme/quill-7' }),
        anEntry({ id: 'acme/brush:beta', canonical_slug: 'acme/brush-1' }),
      ];
      const shown = (await dataOf(`/model/${name}`, { entries })) as { id: string };
      assert.equal(shown.id, id);
    });
  }

  it('shows the model of an id before one with that canonical slug', async () => {
    const entries = [
      anEntry({ id: 'acme/old', canonical_slug: 'acme/quill' }),
      anEntry({ id: 'acme/quill' }),
    ];
    const shown = (await dataOf('/model/acme/quill', { entries })) as { id: string };
    assert.equal(shown.id, 'acme/quill');
  });

  it('leaves out what the contract forbids, as GET /models does', async () => {
    const entry = anEntry({ id: 'acme/quill' });
    const stored = { ...entry.model, default_parameters: { temperature: 1, mirostat: 2 } };
    const entries = [{ ...entry, model: stored }];
    const shown = (await dataOf('/model/acme/quill', { entries })) as Record<string, unknown>;
    assert.deepEqual(shown['default_parameters'], { temperature: 1 });
  });

  it('shows what an alias stands for', async () => {
    const options = { ...given, inference: { aliases: { 'our/fast': 'acme/quill' } } };
    const shown = (await dataOf('/model/our/fast', options)) as { id: string };
    assert.equal(shown.id, 'acme/quill');
  });

  it('names members as the dialect of the gateway does', async () => {
    const entries = [anEntry({ id: 'acme/quill', model_hub_id: 'acme/weights' })];
    const options: GivenGateway = { entries, dialect: 'openrouter' };
    const shown = (await dataOf('/model/acme/quill', options)) as Record<string, unknown>;
    assert.equal(shown['hugging_face_id'], 'acme/weights');
    assert.ok(!('model_hub_id' in shown));
  });

  it('names the model that was probably meant', async () => {
    const answer = await get(aGateway(given), '/model/acme/brsh');
    const message = 'Model not found: acme/brsh; did you mean "acme/brush"?';
    assert.equal(envelopeOf(answer).error.message, message);
  });

  for (const [what, url, options] of [
    ['an unknown model', '/model/acme/none', given],
    ['a model that the key may not use', '/model/acme/brush', limited],
  ] as const) {
    it(`is a 404 for ${what}`, async () => {
      const answer = await get(aGateway(options), url);
      assert.equal(answer.status, 404);
      assert.match(envelopeOf(answer).error.message, /^Model not found: acme\//);
    });
  }
});

describe('GET /models/{model} (contract §16.7)', () => {
  const shown = async (path: string, options: GivenGateway = given, headers = {}) => {
    const answer = await get(aGateway(options), path, headers);
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as Record<string, unknown>;
  };

  for (const name of ['acme%2Fquill', 'acme%2fquill%3Afree', 'fast']) {
    it(`shows ${name} as GET /models lists it`, async () => {
      const options = { ...given, inference: { aliases: { fast: 'acme/quill' } } };
      const id = name === 'fast' ? 'acme/quill' : decodeURIComponent(name);
      const listed = (await dataOf('/models?output_modalities=all')) as { id: string }[];
      assert.deepEqual(
        await shown(`/models/${name}`, options),
        listed.find((model) => model.id === id),
      );
    });
  }

  it('labels it for the clients of Anthropic', async () => {
    const model = await shown('/models/acme%2Fquill', given, { 'anthropic-version': '2023-06-01' });
    assert.equal(model['display_name'], model['name']);
  });

  it('names members as the dialect of the gateway does', async () => {
    const entries = [anEntry({ id: 'acme/quill', model_hub_id: 'acme/weights' })];
    const model = await shown('/models/acme%2Fquill', { entries, dialect: 'openrouter' });
    assert.equal(model['hugging_face_id'], 'acme/weights');
  });

  it('is a 404 that names the model which was probably meant', async () => {
    const answer = await get(aGateway(given), '/models/brush');
    assert.equal(answer.status, 404);
    const message = 'Model not found: brush; did you mean "acme/brush"?';
    assert.equal(envelopeOf(answer).error.message, message);
  });

  it('is a 404 for a model that the key may not use', async () => {
    assert.equal((await get(aGateway(limited), '/models/acme%2Fbrush')).status, 404);
  });

  it('leaves a slash that is not encoded to the host', async () => {
    const answer = await aGateway(given).handle(aRequest('/models/acme/quill'));
    assert.equal(answer, undefined);
  });
});

describe('GET /providers (contract §16.3)', () => {
  it('lists each once, by slug', async () => {
    const providers = [aTalker('two'), aTalker('one'), aTalker('two')];
    const listed = (await dataOf('/providers', { ...given, providers })) as { slug: string }[];
    assert.deepEqual(
      listed.map(({ slug }) => slug),
      ['one', 'two'],
    );
  });

  it('is an empty list without providers', async () => {
    assert.deepEqual(await dataOf('/providers'), []);
  });
});

describe('a public catalog (contract §2.5)', () => {
  for (const url of [
    '/models/count',
    '/model/acme/quill',
    '/models/acme%2Fquill',
    '/models/acme/quill/endpoints',
    '/providers',
  ]) {
    for (const [publicCatalog, status] of [
      [true, 200],
      [false, 401],
    ] as const) {
      it(`${url} is a ${status} without a key where it is ${publicCatalog}`, async () => {
        const gateway = aGateway({ ...given, publicCatalog });
        const answer = await get(gateway, url, { authorization: undefined });
        assert.equal(answer.status, status);
      });
    }
  }
});
