import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CatalogEntry, CatalogIndex, CatalogReport } from '@model-gateway/core';
import { aGateway, aModel, anArchitecture, list, stored } from '../builders.ts';
import { benchmark, entryWith } from './stored-entries.ts';

/* Stored data that is served, and reported. Source: contract §8, §3.11. */

/** Serves a catalog; resolves to the served models and the reports. */
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

/** The closed vocabularies of contract §8.1, §8.2 and §8.6. */
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

  it('is not a word of the contract', async () => {
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

describe('default parameters beyond the specification, which allows no others (contract §8.4)', () => {
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
