import type { Model } from '@model-gateway/core';
import { authorOf, type Feature, type Surroundings } from './feature.ts';
import { significantDigits } from './significant-digits.ts';
import { idShape, nameShape, slugShape } from './shapes.ts';
import { TELLS } from './tells.ts';

const DAY = 86_400;
const MONTH = 30.4375 * DAY;

const has = (name: string, holds: (model: Model) => boolean): Feature => ({
  name,
  of: (model) => String(holds(model)),
});
const takes = (parameter: string) =>
  has(`takes ${parameter}`, ({ supported_parameters: all }) =>
    all.some((name) => name === parameter),
  );
const priced = (key: keyof Model['pricing']) =>
  has(`prices ${key}`, ({ pricing }) => pricing[key] !== undefined);
const ratio = (name: string, above: keyof Model['pricing']): Feature => ({
  name,
  of: ({ pricing }) => {
    const [part, whole] = [Number(pricing[above]), Number(pricing.prompt)];
    return whole > 0 && part > 0 ? String(Math.round((100 * part) / whole) / 100) : undefined;
  },
});
const digits = (name: string, key: 'prompt' | 'completion'): Feature => ({
  name,
  of: ({ pricing }) => (Number(pricing[key]) > 0 ? significantDigits(pricing[key]) : undefined),
});
const indexOf = (name: 'intelligence_index' | 'coding_index' | 'agentic_index'): Feature => ({
  name,
  of: ({ benchmarks }) => benchmarks?.external_index?.[name] ?? undefined,
});
const result = (name: 'elo' | 'win_rate'): Feature => ({
  name,
  of: ({ benchmarks }) => benchmarks?.design_ranking[0]?.[name],
});
const monthsOld = ({ created }: Model, { reference }: Surroundings) =>
  (reference - created) / MONTH;

/** Every feature, in the order of the report. */
export const FEATURES: readonly Feature[] = [
  { name: 'age', of: monthsOld },
  { name: 'author rank', of: ({ id }, { authorRanks }) => authorRanks.get(authorOf(id)) },
  { name: 'context length', of: ({ context_length: length }) => length ?? undefined },
  { name: 'exact context length', of: ({ context_length: length }) => String(length) },
  {
    name: 'completion limit over context',
    of: ({ top_provider: { max_completion_tokens: most }, context_length: length }) =>
      most && length ? most / length : undefined,
  },
  {
    name: 'exact completion limit',
    of: ({ top_provider: top }) => String(top.max_completion_tokens ?? null),
  },
  {
    name: 'provider context over context',
    of: ({ top_provider: { context_length: offered }, context_length: length }) =>
      offered == null ? 'unknown' : offered === length ? 'same' : 'other',
  },
  has('is moderated', ({ top_provider }) => top_provider.is_moderated),
  { name: 'inputs in order', of: ({ architecture }) => architecture.input_modalities.join('+') },
  { name: 'modality', of: ({ architecture }) => architecture.modality ?? 'null' },
  { name: 'tokenizer', of: ({ architecture }) => architecture.tokenizer },
  { name: 'instruct type', of: ({ architecture }) => String(architecture.instruct_type) },
  has('reads images', ({ architecture }) => architecture.input_modalities.includes('image')),
  has('reads files', ({ architecture }) => architecture.input_modalities.includes('file')),
  has('reads video', ({ architecture }) => architecture.input_modalities.includes('video')),
  has('reads audio', ({ architecture }) => architecture.input_modalities.includes('audio')),
  {
    name: 'prompt price',
    of: ({ pricing }) =>
      Number(pricing.prompt) > 0 ? Math.log(Number(pricing.prompt)) : undefined,
  },
  {
    name: 'completion price',
    of: ({ pricing }) =>
      Number(pricing.completion) > 0 ? Math.log(Number(pricing.completion)) : undefined,
  },
  { name: 'exact prompt price', of: ({ pricing }) => pricing.prompt },
  digits('digits of the prompt price', 'prompt'),
  digits('digits of the completion price', 'completion'),
  ratio('completion over prompt', 'completion'),
  ratio('cache read over prompt', 'input_cache_read'),
  ratio('cache write over prompt', 'input_cache_write'),
  { name: 'pricing keys', of: ({ pricing }) => Object.keys(pricing).join() },
  has('is free', ({ pricing }) => pricing.prompt === '0'),
  has('has no price', ({ pricing }) => pricing.prompt === '-1'),
  priced('image'),
  priced('audio'),
  priced('web_search'),
  priced('internal_reasoning'),
  priced('input_cache_read'),
  priced('input_cache_write'),
  priced('input_cache_write_1h'),
  priced('overrides'),
  {
    name: 'override thresholds',
    of: ({ pricing }) =>
      pricing.overrides?.map(({ min_prompt_tokens: above }) => String(above)).join(),
  },
  { name: 'number of parameters', of: ({ supported_parameters: all }) => all.length },
  { name: 'parameter set', of: ({ supported_parameters: all }) => all.join() },
  ...[
    'temperature',
    'top_p',
    'top_k',
    'min_p',
    'frequency_penalty',
    'repetition_penalty',
    'logit_bias',
    'logprobs',
    'seed',
    'stop',
    'response_format',
    'structured_outputs',
    'tools',
    'tool_choice',
    'reasoning_effort',
    'max_completion_tokens',
    'verbosity',
    'parallel_tool_calls',
  ].map(takes),
  has('reasons', ({ reasoning }) => reasoning !== undefined),
  {
    name: 'reasoning by age',
    of: (model, around) =>
      `${Math.min(4, Math.floor(monthsOld(model, around) / 6))} ${model.reasoning !== undefined}`,
  },
  has('must reason', ({ reasoning }) => reasoning?.mandatory === true),
  { name: 'reasoning members', of: ({ reasoning }) => reasoning && Object.keys(reasoning).join() },
  { name: 'efforts', of: ({ reasoning }) => reasoning && String(reasoning.supported_efforts) },
  { name: 'default effort', of: ({ reasoning }) => reasoning && String(reasoning.default_effort) },
  {
    name: 'default parameters',
    of: ({ default_parameters: all }) => String(all === null ? null : Object.keys(all).length),
  },
  has('recommends a value', ({ default_parameters: all }) =>
    Object.values(all ?? {}).some((value) => value != null),
  ),
  has('has a cutoff', ({ knowledge_cutoff: date }) => date != null),
  {
    name: 'days from cutoff to creation',
    of: ({ knowledge_cutoff: date, created }) =>
      date == null ? undefined : (created - Date.parse(date) / 1000) / DAY,
  },
  has('expires', ({ expiration_date: date }) => date != null),
  has('has a hub id', ({ model_hub_id: id }) => id != null),
  { name: 'name shape', of: ({ name }) => nameShape(name) },
  { name: 'name length', of: ({ name }) => name.length },
  { name: 'id shape', of: ({ id }) => idShape(id) },
  { name: 'id length', of: ({ id }) => id.length },
  { name: 'slug against id', of: slugShape },
  {
    name: 'base of a variant',
    of: ({ id }, { ids }) =>
      id.includes(':') ? String(ids.has(id.slice(0, id.indexOf(':')))) : undefined,
  },
  has('is an alias', ({ id }) => id.startsWith('~')),
  has('has benchmarks', ({ benchmarks }) => benchmarks !== undefined),
  has('has an index', ({ benchmarks }) => benchmarks?.external_index !== undefined),
  {
    name: 'number of contests',
    of: ({ benchmarks }) => benchmarks?.design_ranking.length || undefined,
  },
  { name: 'first contest', of: ({ benchmarks }) => benchmarks?.design_ranking[0]?.category },
  indexOf('intelligence_index'),
  indexOf('coding_index'),
  indexOf('agentic_index'),
  result('elo'),
  result('win_rate'),
  ...TELLS,
];
