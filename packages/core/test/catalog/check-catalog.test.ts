import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CatalogError,
  type CatalogEntry,
  type CatalogIndex,
  type CatalogReport,
  type ModelSignals,
} from '@model-gateway/core';
import { aGateway, aModel, anArchitecture, list, stored } from '../builders.ts';

/* What stored data is refused and what is only reported. Source: spec §2, decisions §3.11. */

/** An entry whose model has these members on top, whatever they are. */
function entryWith(members: object, signals: unknown = {}): CatalogEntry {
  return { model: stored({ ...aModel(), ...members }), signals: stored<ModelSignals>(signals) };
}

function entryWithout(member: string): CatalogEntry {
  const pairs = Object.entries(aModel()).filter(([name]) => name !== member);
  return { model: stored(Object.fromEntries(pairs)), signals: {} };
}

async function refusal(...entries: CatalogEntry[]): Promise<CatalogError> {
  try {
    await aGateway({ entries }).ready();
  } catch (error) {
    assert.ok(error instanceof CatalogError, String(error));
    return error;
  }
  return assert.fail('the catalog was accepted');
}

/** What is served of a catalog, and what is reported of it. */
async function serve(...entries: CatalogEntry[]) {
  const indexed: CatalogIndex[] = [];
  const gateway = aGateway({ entries, onCatalog: (index) => void indexed.push(index) });
  const { data } = await list(gateway, '?output_modalities=all');
  assert.equal(indexed.length, 1);
  return { data, reports: indexed[0]?.reports ?? [] };
}

/** The reports of a catalog that is served as it is stored all the same. */
async function reportsOf(...entries: CatalogEntry[]): Promise<readonly CatalogReport[]> {
  const { data, reports } = await serve(...entries);
  assert.deepEqual(
    data,
    entries.map(({ model }) => model),
  );
  return reports;
}

const benchmark = { arena: 'models', category: 'svg', elo: 1200, win_rate: 50, rank: 1 };

/** The closed vocabularies of spec §2.1, §2.2 and §2.6. */
const SPECIFIED = {
  input_modalities: ['text', 'image', 'file', 'audio', 'video'],
  output_modalities: 'text, image, embeddings, audio, video, rerank, speech, transcription'.split(
    ', ',
  ),
  instruct_type: [
    null,
    ...(
      'none, airoboros, alpaca, alpaca-modif, chatml, claude, code-llama, gemma, llama2, llama3, ' +
      'mistral, nemotron, neural, openchat, phi3, rwkv, vicuna, zephyr, deepseek-r1, ' +
      'deepseek-v3.1, qwq, qwen3'
    ).split(', '),
  ],
  tokenizer: (
    'Router, Media, Other, GPT, Claude, Gemini, Gemma, Grok, Cohere, Nova, Qwen, Yi, DeepSeek, ' +
    'Mistral, Llama2, Llama3, Llama4, PaLM, RWKV, Qwen3'
  ).split(', '),
  supported_parameters: (
    'temperature, top_p, top_k, min_p, top_a, frequency_penalty, presence_penalty, ' +
    'repetition_penalty, max_tokens, max_completion_tokens, logit_bias, logprobs, top_logprobs, ' +
    'seed, response_format, structured_outputs, stop, tools, tool_choice, parallel_tool_calls, ' +
    'include_reasoning, reasoning, reasoning_effort, web_search_options, verbosity'
  ).split(', '),
  efforts: ['max', 'xhigh', 'high', 'medium', 'low', 'minimal', 'none', null],
};

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

  it('is refused when it is no object', async () => {
    assert.match((await refusal({ model: stored(null), signals: {} })).path, /^data\[0\]/);
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

describe('what stored data has beyond the specification', () => {
  const { pricing } = aModel();
  const unknown: readonly [
    what: string,
    members: object,
    report: Pick<CatalogReport, 'path' | 'value'>,
  ][] = [
    [
      'a parameter',
      { supported_parameters: ['tools', 'telepathy'] },
      { path: 'supported_parameters', value: 'telepathy' },
    ],
    [
      'a tokenizer',
      { architecture: stored(anArchitecture(stored({ tokenizer: 'Llama9' }))) },
      { path: 'architecture.tokenizer', value: 'Llama9' },
    ],
    [
      'an instruct type',
      { architecture: anArchitecture(stored({ instruct_type: 'llama9' })) },
      { path: 'architecture.instruct_type', value: 'llama9' },
    ],
    [
      'an input modality',
      { architecture: anArchitecture(stored({ input_modalities: ['text', 'smell'] })) },
      { path: 'architecture.input_modalities', value: 'smell' },
    ],
    [
      'an output modality',
      { architecture: anArchitecture(stored({ output_modalities: ['hologram'] })) },
      { path: 'architecture.output_modalities', value: 'hologram' },
    ],
    [
      'a reasoning effort',
      { reasoning: { mandatory: false, supported_efforts: ['ultra'] } },
      { path: 'reasoning.supported_efforts', value: 'ultra' },
    ],
    ['a member', { sparkle: true }, { path: 'sparkle', value: undefined }],
    [
      'a member of a member',
      { pricing: { ...pricing, per_hug: '1' } },
      { path: 'pricing.per_hug', value: undefined },
    ],
    [
      'a member of an array’s item',
      { benchmarks: { design_ranking: [{ ...benchmark, tournaments: 3 }] } },
      { path: 'benchmarks.design_ranking.tournaments', value: undefined },
    ],
  ];

  for (const [what, members, report] of unknown) {
    it(`is kept, served and reported: ${what}`, async () => {
      assert.deepEqual(await reportsOf(entryWith(members)), [
        { ...report, count: 1, example: 'acme/model' },
      ]);
    });

    it(`is reported once for all models: ${what}`, async () => {
      const reports = await reportsOf(
        entryWith({ id: 'acme/plain' }),
        entryWith({ ...members, id: 'acme/first' }),
        entryWith({ ...members, id: 'acme/second' }),
        entryWith({ ...members, id: 'acme/third' }),
      );
      assert.deepEqual(reports, [{ ...report, count: 3, example: 'acme/first' }]);
    });
  }

  it('is reported in signals too', async () => {
    assert.deepEqual(await reportsOf(entryWith({}, { mood: 'good' })), [
      { path: 'signals.mood', value: undefined, count: 1, example: 'acme/model' },
    ]);
  });

  it('is reported where a category is unknown', async () => {
    const [report, ...others] = await reportsOf(entryWith({}, { categories: { cooking: 1 } }));
    assert.deepEqual(others, []);
    assert.match(`${report?.path} ${report?.value}`, /^signals\.categories.*cooking/);
  });

  it('counts a model once that has it twice', async () => {
    const overrides = [
      { prompt: '1', moon_phase: 'full' },
      { prompt: '2', moon_phase: 'new' },
    ];
    assert.deepEqual(await reportsOf(entryWith({ pricing: { ...pricing, overrides } })), [
      { path: 'pricing.overrides.moon_phase', value: undefined, count: 1, example: 'acme/model' },
    ]);
  });

  it('is reported apart for each value', async () => {
    const reports = await reportsOf(
      entryWith({ id: 'acme/a', supported_parameters: ['x', 'y'] }),
      entryWith({ id: 'acme/b', supported_parameters: ['y'] }),
    );
    assert.deepEqual(
      reports.map(({ value, count, example }) => [value, count, example]),
      [
        ['x', 1, 'acme/a'],
        ['y', 2, 'acme/a'],
      ],
    );
  });

  it('is nothing in a catalog as specified', async () => {
    assert.deepEqual(await reportsOf(entryWith({})), []);
  });

  it('is none of the words that the specification has', async () => {
    const words = SPECIFIED.instruct_type.map((instructType, i) =>
      entryWith({
        id: `acme/${i}`,
        architecture: {
          modality: null,
          input_modalities: SPECIFIED.input_modalities,
          output_modalities: SPECIFIED.output_modalities,
          instruct_type: instructType,
          tokenizer: SPECIFIED.tokenizer[i % SPECIFIED.tokenizer.length],
        },
        supported_parameters: SPECIFIED.supported_parameters,
        reasoning: { mandatory: false, supported_efforts: SPECIFIED.efforts },
      }),
    );
    assert.deepEqual(await reportsOf(...words), []);
  });
});

describe('default parameters beyond the specification, which allows no others (spec §2.4)', () => {
  const extra = (id: string) =>
    entryWith({ id, default_parameters: { temperature: 1, seed: 7, magic: 1, top_p: null } });

  it('are not served', async () => {
    const { data } = await serve(extra('acme/a'));
    assert.deepEqual(data[0]?.default_parameters, { temperature: 1, top_p: null });
  });

  it('are reported, each once for all models', async () => {
    const { reports } = await serve(extra('acme/a'), extra('acme/b'));
    assert.deepEqual(
      reports.toSorted((a, b) => a.path.localeCompare(b.path)),
      ['magic', 'seed'].map((name) => ({
        path: `default_parameters.${name}`,
        value: undefined,
        count: 2,
        example: 'acme/a',
      })),
    );
  });

  it('leave the stored model as it was', async () => {
    const entry = extra('acme/a');
    const before = structuredClone(entry);
    await serve(entry);
    assert.deepEqual(entry, before);
  });
});
