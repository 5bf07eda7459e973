import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Model, ModelSignals } from '@model-gateway/core';
import { aGateway, anArchitecture, anEntry, ids, stored } from '../builders.ts';
import { describeFilter } from './describe-filter.ts';

/*
 * One small catalog per rule; `engine.property.test.ts` covers the combinations, bounds.test.ts the
 * bounds. Source: contract §3, §3.2–3.5 and §3.7.
 */

const withOutputs = (...outputs: string[]) =>
  anEntry({
    architecture: anArchitecture(stored<Model['architecture']>({ output_modalities: outputs })),
  });

describeFilter(
  'output_modalities',
  {
    text: withOutputs('text'),
    image: withOutputs('image'),
    both: withOutputs('text', 'image'),
    speech: withOutputs('speech'),
    transcription: withOutputs('transcription'),
    unknown: withOutputs('hologram'),
    none: withOutputs(),
  },
  [
    { rule: 'is text when absent', search: '', found: ['text', 'both'] },
    { rule: 'is text when empty', search: '?output_modalities=', found: ['text', 'both'] },
    { rule: 'is text when blank', search: '?output_modalities=,%20', found: ['text', 'both'] },
    { rule: 'finds one', search: '?output_modalities=image', found: ['image', 'both'] },
    {
      rule: 'finds any of several',
      search: '?output_modalities=image,speech',
      found: ['image', 'both', 'speech'],
    },
    {
      rule: 'reads without case and blanks',
      search: '?output_modalities=%20SPEECH%20,,Image',
      found: ['image', 'both', 'speech'],
    },
    {
      rule: 'joins lists that are given twice',
      search: '?output_modalities=image&output_modalities=transcription',
      found: ['image', 'both', 'transcription'],
    },
    {
      rule: 'is switched off by all',
      search: '?output_modalities=all',
      found: ['text', 'image', 'both', 'speech', 'transcription', 'unknown', 'none'],
    },
    {
      rule: 'is switched off by all among others',
      search: '?output_modalities=image,all',
      found: ['text', 'image', 'both', 'speech', 'transcription', 'unknown', 'none'],
    },
  ],
);

const withInputs = (...inputs: Model['architecture']['input_modalities']) =>
  anEntry({ architecture: anArchitecture({ input_modalities: inputs }) });

describeFilter(
  'input_modalities',
  {
    text: withInputs('text'),
    image: withInputs('image'),
    both: withInputs('text', 'image'),
    video: withInputs('text', 'video'),
  },
  [
    { rule: 'finds one', search: '?input_modalities=image', found: ['image', 'both'] },
    { rule: 'wants all of several', search: '?input_modalities=image,text', found: ['both'] },
    { rule: 'reads without case', search: '?input_modalities=VIDEO', found: ['video'] },
  ],
);

const withParameters = (...parameters: Model['supported_parameters']) =>
  anEntry({ supported_parameters: parameters });

describeFilter(
  'supported_parameters',
  {
    tools: withParameters('tools'),
    both: withParameters('tools', 'seed'),
    none: withParameters(),
    unknown: withParameters(...stored<Model['supported_parameters']>(['brand_new_knob'])),
  },
  [
    { rule: 'finds one', search: '?supported_parameters=tools', found: ['tools', 'both'] },
    { rule: 'wants all of several', search: '?supported_parameters=seed,tools', found: ['both'] },
    { rule: 'reads without case', search: '?supported_parameters=TOOLS,%20Seed', found: ['both'] },
    { rule: 'finds nothing for an unknown name', search: '?supported_parameters=tool', found: [] },
    {
      rule: 'finds nothing for an unknown name among others',
      search: '?supported_parameters=tools,telepathy',
      found: [],
    },
    {
      rule: 'finds what stored data has beyond the specification',
      search: '?supported_parameters=brand_new_knob',
      found: ['unknown'],
    },
  ],
);

describeFilter(
  'q',
  {
    'acme/rocket-mini': anEntry({ name: 'Acme: Rocket Mini', canonical_slug: 'acme/rocket-001' }),
    'acme/rocket-max': anEntry({ name: 'Acme: Rocket Max', canonical_slug: 'acme/rocket-002' }),
    'globex/brain': anEntry({ name: 'Globex Grüße', canonical_slug: 'globex/brain-2026' }),
  },
  [
    { rule: 'finds in the name', search: '?q=Globex%20Gr', found: ['globex/brain'] },
    { rule: 'finds in the id', search: '?q=rocket-max', found: ['acme/rocket-max'] },
    { rule: 'finds in the slug', search: '?q=rocket-001', found: ['acme/rocket-mini'] },
    {
      rule: 'reads without case',
      search: '?q=ROCKET',
      found: ['acme/rocket-mini', 'acme/rocket-max'],
    },
    { rule: 'reads without case beyond ASCII', search: '?q=GRÜ', found: ['globex/brain'] },
    { rule: 'wants every word', search: '?q=mini+acme', found: ['acme/rocket-mini'] },
    {
      rule: 'lets each word be in another text',
      search: '?q=001+mini',
      found: ['acme/rocket-mini'],
    },
    { rule: 'does not join texts', search: '?q=minirocket', found: [] },
    {
      rule: 'splits at any whitespace',
      search: '?q=%09max%0A%C2%A0rocket',
      found: ['acme/rocket-max'],
    },
    {
      rule: 'asks for nothing when blank',
      search: '?q=%20%20',
      found: ['acme/rocket-mini', 'acme/rocket-max', 'globex/brain'],
    },
    { rule: 'is not a pattern', search: '?q=.*', found: [] },
  ],
);

describeFilter(
  'category',
  {
    third: anEntry({}, { categories: { programming: 3 } }),
    none: anEntry(),
    first: anEntry({}, { categories: { programming: 1, marketing: 9 } }),
    seo: anEntry({}, { categories: { 'marketing/seo': 1 } }),
    tied: anEntry({}, { categories: { programming: 3 } }),
  },
  [
    {
      rule: 'comes in rank order',
      search: '?category=programming',
      found: ['first', 'third', 'tied'],
    },
    { rule: 'is the whole name', search: '?category=marketing', found: ['first'] },
    { rule: 'may have a slash', search: '?category=marketing/seo', found: ['seo'] },
    { rule: 'may be escaped', search: '?category=marketing%2Fseo', found: ['seo'] },
    { rule: 'may match no model', search: '?category=trivia', found: [] },
    {
      rule: 'leaves the order to sort',
      search: '?category=programming&sort=newest',
      found: ['third', 'first', 'tied'],
    },
  ],
);

const withTokenizer = (tokenizer: string) =>
  anEntry({ architecture: anArchitecture(stored<Model['architecture']>({ tokenizer })) });

describeFilter(
  'arch',
  {
    llama2: withTokenizer('Llama2'),
    llama3: withTokenizer('Llama3'),
    tuned: anEntry({
      architecture: anArchitecture({ tokenizer: 'Other', instruct_type: 'llama3' }),
    }),
    gpt: withTokenizer('GPT'),
    gemini: withTokenizer('Gemini'),
    gemma: withTokenizer('Gemma'),
    qwen: withTokenizer('Qwen'),
    qwen3: withTokenizer('Qwen3'),
    accented: withTokenizer('Qwené'),
    inner: withTokenizer('Code2-Llama'),
    r1: anEntry({ architecture: anArchitecture({ instruct_type: 'deepseek-r1' }) }),
    bare: anEntry(),
    nil: anEntry({ architecture: anArchitecture({ instruct_type: null }) }),
  },
  [
    { rule: 'finds a tokenizer', search: '?arch=Llama3', found: ['llama3', 'tuned'] },
    { rule: 'finds an instruct type', search: '?arch=deepseek-r1', found: ['r1'] },
    { rule: 'finds a family', search: '?arch=llama', found: ['llama2', 'llama3', 'tuned'] },
    { rule: 'finds a family before a hyphen', search: '?arch=DeepSeek', found: ['r1'] },
    { rule: 'reads without case', search: '?arch=GEMINI', found: ['gemini'] },
    ...['g', 'gem', 'lla', 'llam', 'deep', 'q'].map((arch) => ({
      rule: 'ends a family before a letter',
      search: `?arch=${arch}`,
      found: [],
    })),
    {
      rule: 'ends a family before a letter of any alphabet',
      search: '?arch=qwen',
      found: ['qwen', 'qwen3'],
    },
    { rule: 'does not look inside a name', search: '?arch=seek', found: [] },
    { rule: 'is not a pattern', search: '?arch=.*', found: [] },
  ],
);

describeFilter(
  'model_authors',
  {
    'acme/one': anEntry(),
    '~acme/two': anEntry(),
    'globex/three': anEntry({}, { author: 'Acme' }),
    'globex/four': anEntry(),
    five: anEntry(),
  },
  [
    {
      rule: 'finds by signal, else by id without ~',
      search: '?model_authors=acme',
      found: ['acme/one', '~acme/two', 'globex/three'],
    },
    {
      rule: 'lets the signal win over the id',
      search: '?model_authors=globex',
      found: ['globex/four'],
    },
    { rule: 'takes an id without a slash whole', search: '?model_authors=five', found: ['five'] },
    {
      rule: 'finds any of several without case',
      search: '?model_authors=GLOBEX,%20Five',
      found: ['globex/four', 'five'],
    },
    { rule: 'wants the whole slug', search: '?model_authors=acm', found: [] },
  ],
);

describeFilter(
  'providers',
  {
    named: anEntry({}, { providers: [{ name: 'Deep Infra', slug: 'deepinfra' }] }),
    two: anEntry(
      {},
      {
        providers: [
          { name: 'Acme', slug: 'acme-cloud' },
          { name: 'Deep Infra', slug: 'deepinfra' },
        ],
      },
    ),
    unknown: anEntry(),
  },
  [
    { rule: 'finds a display name', search: '?providers=Deep+Infra', found: ['named', 'two'] },
    { rule: 'finds a slug', search: '?providers=acme-cloud', found: ['two'] },
    {
      rule: 'finds any of several',
      search: '?providers=nobody,deepinfra',
      found: ['named', 'two'],
    },
    { rule: 'reads without case', search: '?providers=ACME', found: ['two'] },
    { rule: 'wants the whole name', search: '?providers=deep', found: [] },
  ],
);

const withSignals = (signals: ModelSignals) => anEntry({}, signals);

describeFilter(
  'zdr, region and distillable',
  {
    yes: withSignals({ zdr: true, regions: ['us', 'eu'], distillable: true }),
    no: withSignals({ zdr: false, regions: ['us'], distillable: false }),
    unknown: withSignals({}),
  },
  [
    { rule: 'only known zero retention', search: '?zdr=true', found: ['yes'] },
    { rule: 'only known endpoints in the region', search: '?region=eu', found: ['yes'] },
    { rule: 'only known distillable', search: '?distillable=true', found: ['yes'] },
    { rule: 'all but known distillable', search: '?distillable=false', found: ['no', 'unknown'] },
  ],
);

describe('filters', () => {
  it('all have to pass', async () => {
    const entries = [
      anEntry({ id: 'acme/a', context_length: 100 }, { zdr: true }),
      anEntry({ id: 'acme/b', context_length: 100 }),
      anEntry({ id: 'acme/c', context_length: 10 }, { zdr: true }),
    ];
    assert.deepEqual(await ids(aGateway({ entries }), '?zdr=true&context=50'), ['acme/a']);
  });
});
