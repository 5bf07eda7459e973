import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CatalogError,
  createCatalog,
  type CatalogEntry,
  type ModelStore,
} from '@model-gateway/core';
import { aGateway, aModel, stored } from '../builders.ts';
import { benchmark, entryWith } from './stored-entries.ts';

/* Stored data that is not a catalog. Source: contract §8, §3.11. */

function entryWithout(member: string): CatalogEntry {
  const pairs = Object.entries(aModel()).filter(([name]) => name !== member);
  return { model: stored(Object.fromEntries(pairs)), signals: {} };
}

async function refusal(...entries: CatalogEntry[]): Promise<CatalogError> {
  // A store in memory refuses an id that two entries have itself.
  const revision = 'wrong';
  const store: ModelStore = {
    revision: async () => revision,
    snapshot: async () => ({ entries, revision }),
  };
  try {
    await createCatalog(store).current();
  } catch (error) {
    assert.ok(error instanceof CatalogError, String(error));
    return error;
  }
  return assert.fail('the catalog was accepted');
}

describe('a stored model without a required member', () => {
  for (const member of Object.keys(aModel())) {
    it(`is refused: ${member}`, async () => {
      const error = await refusal(entryWithout(member));
      assert.equal(error.path, `data[0].${member}`);
      assert.ok(error.message.includes(error.path), error.message);
    });
  }

  const nested: readonly [path: string, members: object][] = [
    ['architecture.modality', { architecture: { input_modalities: [], output_modalities: [] } }],
    ['architecture.input_modalities', { architecture: { modality: null, output_modalities: [] } }],
    ['architecture.output_modalities', { architecture: { modality: null, input_modalities: [] } }],
    ['benchmarks.design_ranking', { benchmarks: {} }],
    [
      'benchmarks.design_ranking[0].arena',
      { benchmarks: { design_ranking: [{ ...benchmark, arena: undefined }] } },
    ],
    [
      'benchmarks.external_index.coding_index',
      {
        benchmarks: {
          design_ranking: [],
          external_index: { intelligence_index: 1, agentic_index: 1 },
        },
      },
    ],
    ['links.details', { links: {} }],
    ['per_request_limits.prompt_tokens', { per_request_limits: { completion_tokens: 1 } }],
    ['per_request_limits.completion_tokens', { per_request_limits: { prompt_tokens: 1 } }],
    ['pricing.prompt', { pricing: { completion: '1' } }],
    ['pricing.completion', { pricing: { prompt: '1' } }],
    ['reasoning.mandatory', { reasoning: {} }],
    ['top_provider.is_moderated', { top_provider: { context_length: 1 } }],
  ];
  for (const [path, members] of nested) {
    it(`is refused: ${path}`, async () => {
      assert.equal((await refusal(entryWith(members))).path, `data[0].${path}`);
    });
  }
});

describe('a catalog with several mistakes', () => {
  it('is refused with all of them', async () => {
    const { path, message, problems } = await refusal(
      entryWith({ name: 5, created: 'today' }),
      entryWithout('links'),
    );
    assert.deepEqual(
      problems.map((problem) => problem.path),
      ['data[0].name', 'data[0].created', 'data[1].links', 'data[1].id'],
    );
    assert.deepEqual([path, message], ['data[0].name', `data[0].name: ${problems[0]?.message}`]);
    assert.equal(problems[2]?.message, 'missing');
  });

  it('is refused with the first hundred', async () => {
    const entries = Array.from({ length: 200 }, () => entryWithout('links'));
    assert.equal((await refusal(...entries)).problems.length, 100);
  });
});

describe('a stored model with a wrong type', () => {
  const { pricing, architecture } = aModel();
  const wrong: readonly [path: string, members: object][] = [
    ['canonical_slug', { canonical_slug: null }],
    ['name', { name: 5 }],
    ['created', { created: '2026-01-01' }],
    ['created', { created: 1.5 }],
    ['description', { description: null }],
    ['context_length', { context_length: '8192' }],
    ['context_length', { context_length: 8192.5 }],
    ['expiration_date', { expiration_date: 20270131 }],
    ['knowledge_cutoff', { knowledge_cutoff: 'last year' }],
    ['model_hub_id', { model_hub_id: 5 }],
    ['architecture', { architecture: 'text->text' }],
    ['architecture.modality', { architecture: { ...architecture, modality: 5 } }],
    [
      'architecture.input_modalities',
      { architecture: { ...architecture, input_modalities: 'text' } },
    ],
    [
      'architecture.output_modalities[1]',
      { architecture: { ...architecture, output_modalities: ['text', 5] } },
    ],
    ['architecture.tokenizer', { architecture: { ...architecture, tokenizer: null } }],
    ['architecture.instruct_type', { architecture: { ...architecture, instruct_type: 5 } }],
    ['benchmarks', { benchmarks: null }],
    [
      'benchmarks.design_ranking[1].elo',
      { benchmarks: { design_ranking: [benchmark, { ...benchmark, elo: '9' }] } },
    ],
    [
      'benchmarks.design_ranking[0].rank',
      { benchmarks: { design_ranking: [{ ...benchmark, rank: 1.5 }] } },
    ],
    ['default_parameters', { default_parameters: 'none' }],
    ['default_parameters', { default_parameters: [] }],
    ['default_parameters.temperature', { default_parameters: { temperature: 'hot' } }],
    ['default_parameters.top_k', { default_parameters: { top_k: 1.5 } }],
    ['links', { links: '/models' }],
    ['per_request_limits', { per_request_limits: 5 }],
    ['pricing', { pricing: null }],
    ['pricing.prompt', { pricing: { ...pricing, prompt: 0.000001 } }],
    ['pricing.image', { pricing: { ...pricing, image: null } }],
    ['pricing.discount', { pricing: { ...pricing, discount: '0.5' } }],
    ['pricing.overrides', { pricing: { ...pricing, overrides: {} } }],
    ['pricing.overrides[0].prompt', { pricing: { ...pricing, overrides: [{ prompt: 1 }] } }],
    [
      'pricing.overrides[0].min_prompt_tokens',
      { pricing: { ...pricing, overrides: [{ min_prompt_tokens: '1' }] } },
    ],
    ['reasoning.default_enabled', { reasoning: { mandatory: true, default_enabled: 'yes' } }],
    ['reasoning.supported_efforts', { reasoning: { mandatory: true, supported_efforts: 'high' } }],
    ['supported_parameters', { supported_parameters: null }],
    ['supported_parameters[0]', { supported_parameters: [5] }],
    ['supported_voices[1]', { supported_voices: ['alloy', null] }],
    ['top_provider.is_moderated', { top_provider: { is_moderated: 'no' } }],
    ['top_provider.context_length', { top_provider: { is_moderated: true, context_length: 'x' } }],
  ];
  for (const [path, members] of wrong) {
    it(`is refused: ${path} in ${JSON.stringify(members).slice(0, 60)}`, async () => {
      const error = await refusal(entryWith(members));
      assert.equal(error.path, `data[0].${path}`);
      assert.ok(error.message.includes(error.path), error.message);
    });
  }

  it('is named by its position', async () => {
    const error = await refusal(entryWith({ id: 'acme/fine' }), entryWith({ name: 5 }));
    assert.equal(error.path, 'data[1].name');
  });
});

describe('stored signals of a wrong type', () => {
  const wrong: readonly [path: string, signals: unknown][] = [
    ['', null],
    ['', []],
    ['.author', { author: 5 }],
    ['.providers', { providers: { name: 'a', slug: 'b' } }],
    ['.providers[0].slug', { providers: [{ name: 'a' }] }],
    ['.categories.trivia', { categories: { trivia: 'first' } }],
    ['.categories.trivia', { categories: { trivia: 0 } }],
    ['.weekly_tokens', { weekly_tokens: -1 }],
    ['.weekly_tokens', { weekly_tokens: null }],
    ['.throughput_p50', { throughput_p50: '80' }],
    ['.latency_p50', { latency_p50: -0.5 }],
    ['.tool_success_rate', { tool_success_rate: 1.01 }],
    ['.zdr', { zdr: 'true' }],
    ['.regions[0]', { regions: [5] }],
    ['.distillable', { distillable: 1 }],
  ];
  for (const [path, signals] of wrong) {
    it(`are refused: ${JSON.stringify(signals)}`, async () => {
      const error = await refusal(entryWith({}, signals));
      assert.equal(error.path, `signals["acme/model"]${path}`);
    });
  }
});

describe('an id', () => {
  it('is refused the second time', async () => {
    const error = await refusal(entryWith({}), entryWith({ id: 'acme/other' }), entryWith({}));
    assert.equal(error.path, 'data[2].id');
    assert.match(error.message, /acme\/model/);
  });

  it('may differ from another only in case', async () => {
    await aGateway({ entries: [entryWith({}), entryWith({ id: 'ACME/model' })] }).ready();
  });
});
