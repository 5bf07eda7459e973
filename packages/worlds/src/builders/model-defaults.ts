import type { Model, ModelSignals } from '@model-gateway/core';
import { createRandomSource } from '@model-gateway/core/kit';
import { REFERENCE_SECONDS, SECONDS_PER_DAY } from '../seed/dates/reference-date.ts';
import type { Price } from './price.ts';
import { titleOf } from './title-of.ts';

type Architecture = Model['architecture'];
export type InputModality = Architecture['input_modalities'][number];
export type OutputModality = Architecture['output_modalities'][number];

/** Returns the default inputs of a model with these outputs. */
export function defaultInput(outputs: readonly OutputModality[]): InputModality[] {
  if (outputs.includes('transcription')) return ['audio'];
  return outputs.includes('image') ? ['text', 'image'] : ['text'];
}

/** The members that follow from the id and the outputs; the rest comes from the spec. */
export type ModelDefaults = Pick<
  Model,
  | 'canonical_slug'
  | 'name'
  | 'created'
  | 'description'
  | 'context_length'
  | 'supported_parameters'
  | 'supported_voices'
>;

/** Returns the defaults of an id; no other model in the same test affects them. */
export function modelDefaults(id: string, outputs: readonly OutputModality[]): ModelDefaults {
  const draw = createRandomSource(`built model ${id}`);
  const [author = '', ...rest] = id.replace(/^~/, '').split('/');
  const name = `${titleOf(author)}: ${titleOf(rest.join(' '))}`;
  const speaks = outputs.includes('text');
  return {
    canonical_slug: id,
    name,
    created: REFERENCE_SECONDS - draw.fork('age').whole(1, 720) * SECONDS_PER_DAY,
    description: `${name}, made for a test.`,
    context_length: speaks
      ? draw.fork('context').pick([32_768, 65_536, 131_072, 200_000, 262_144])
      : null,
    supported_parameters: speaks ? TEXT_PARAMETERS : ['seed'],
    supported_voices: outputs.includes('speech') ? ['ember', 'slate'] : null,
  };
}

const TEXT_PARAMETERS: Model['supported_parameters'] = [
  'max_tokens',
  'response_format',
  'seed',
  'stop',
  'structured_outputs',
  'temperature',
  'tool_choice',
  'tools',
  'top_p',
];

/** Returns the default price: per image for models that only draw, per request for other media, else per token. */
export function defaultPrice(id: string, outputs: readonly OutputModality[]): Price {
  const draw = createRandomSource(`built model ${id}`).fork('price');
  if (outputs.some((output) => PER_TOKEN.has(output))) {
    const input = draw.pick([0.1, 0.25, 0.5, 1, 2, 3]);
    return { input, output: outputs.includes('text') ? 4 * input : 0 };
  }
  if (outputs.includes('image')) return { image: draw.pick([0.02, 0.03, 0.04, 0.06, 0.08]) };
  return { request: draw.pick([0.01, 0.02, 0.05]) };
}

const PER_TOKEN: ReadonlySet<OutputModality> = new Set(['text', 'embeddings', 'rerank']);

/** Returns the default signals: a provider of the author's name, traffic and speed. */
export function defaultSignals(id: string): ModelSignals {
  const draw = createRandomSource(`built model ${id}`).fork('signals');
  const slug = id.replace(/^~/, '').split('/')[0] ?? '';
  return {
    providers: [{ name: titleOf(slug), slug }],
    weekly_tokens: draw.whole(1, 900) * 1_000_000,
    throughput_p50: draw.whole(20, 200),
    latency_p50: draw.whole(2, 30) / 10,
  };
}
