import type { Model } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import type {
  Dollars,
  Family,
  Focus,
  Prototype,
  Prototypes,
  Vendor,
} from '../../src/seed/sample/prototype.ts';
import { SECONDS_PER_DAY } from '../../src/seed/dates/reference-date.ts';
import { templateOf } from './name-template.ts';

/** A model, the fictional vendor that it is given to, and the day of its catalog in Unix seconds. */
export interface Sampled {
  readonly model: Model;
  readonly vendor: Vendor;
  readonly reference: number;
  /** True where the words of its family stay as they are. */
  readonly keepsWords: boolean;
}

/** Returns the facts of models without their names, texts and moments. */
export function prototypesOf(sampled: readonly Sampled[]): Prototypes {
  const vendors: Vendor[] = [];
  const families = new Map<string, { readonly family: Family; readonly words: string[] }>();
  const names: Prototypes['names'][number][] = [];
  const parameters: (readonly number[])[] = [];
  const boards: string[] = [];
  const defaults: NonNullable<Model['default_parameters']>[] = [];
  const reasonings: NonNullable<Model['reasoning']>[] = [];
  const models = sampled.map((each): Prototype => {
    const { model, vendor, reference } = each;
    const [author = '', rest = ''] = model.id.split('/');
    const word = /^[a-z]*/.exec(rest)?.[0] ?? '';
    const key = `${vendor.slug}/${word}`;
    const { words } = families.get(key) ?? { words: [word] };
    const displayed = /^([^:]*): /.exec(model.name)?.[1] ?? author;
    const write = (text: string) => templateOf(text, displayed, words, model.created);
    const [id, slug] = [write(rest), write(model.canonical_slug.slice(author.length + 1))];
    const plain = id.replace(/:.*$/, '');
    const name = write(model.name);
    const family: Family = {
      vendor: positionIn(vendors, vendor),
      words: each.keepsWords ? words : words.map((known) => known.length),
    };
    families.set(key, { family, words });
    const { architecture, benchmarks, top_provider: top, pricing } = model;
    const { overrides, discount, ...price } = pricing;
    const inputs = architecture.input_modalities.join('+');
    // The modality has them in the order of the specification.
    const outputs =
      architecture.modality?.split('->')[1] ?? architecture.output_modalities.join('+');
    const index = benchmarks?.external_index;
    const focus = focusOf(model);
    const facts = {
      slug:
        slug === plain ? undefined : slug.startsWith(`${plain}-`) ? slug.slice(plain.length) : slug,
      offered: top.context_length === model.context_length ? undefined : top.context_length,
      most: top.max_completion_tokens ?? undefined,
      moderated: top.is_moderated ? (true as const) : undefined,
      inputs: inputs === 'text' ? undefined : inputs,
      outputs: outputs === 'text' ? undefined : outputs,
      tokenizer: architecture.tokenizer === 'Other' ? undefined : architecture.tokenizer,
      instruct: architecture.instruct_type ?? undefined,
      steps: overrides?.map(
        ({ min_prompt_tokens: above = 0, ...prices }) => [above, dollarsOf(prices)] as const,
      ),
      discount,
      limits: model.per_request_limits ?? undefined,
      defaults:
        model.default_parameters == null
          ? undefined
          : positionIn(defaults, model.default_parameters),
      voices: model.supported_voices?.length,
      cutoff: cutoffOf(model, reference),
      expires: expiresOf(model, reference),
      reasoning:
        model.reasoning === undefined ? undefined : positionIn(reasonings, model.reasoning),
      index: index && [index.intelligence_index, index.coding_index, index.agentic_index],
      boards: benchmarks?.design_ranking.map(
        ({ arena, category, elo, win_rate: rate }) =>
          [positionIn(boards, `${arena}/${category}`), elo, rate] as const,
      ),
      hub: model.model_hub_id == null ? undefined : (true as const),
      focus: focus === 'general' ? undefined : focus,
    };
    return {
      family: [...families.keys()].indexOf(key),
      id,
      name,
      minutes: Math.round((reference - model.created) / 60),
      context: model.context_length,
      price: dollarsOf(price),
      parameters: positionIn(
        parameters,
        model.supported_parameters.map((known) => positionIn(names, known)),
      ),
      ...present(facts),
    };
  });
  return {
    vendors,
    families: [...families.values()].map(({ family }) => family),
    names,
    parameters,
    boards,
    defaults,
    reasonings,
    models,
  };
}

function positionIn<Value>(list: Value[], value: Value): number {
  const text = JSON.stringify(value);
  const found = list.findIndex((known) => JSON.stringify(known) === text);
  return found === -1 ? list.push(value) - 1 : found;
}

function dollarsOf(prices: Readonly<Record<string, unknown>>): Dollars {
  return Object.fromEntries(
    Object.entries(prices).map(([name, price]) => [
      name,
      Number((Number(price) * 1e6).toPrecision(8)),
    ]),
  );
}

function cutoffOf({ knowledge_cutoff: date }: Model, reference: number): Prototype['cutoff'] {
  if (date == null) return undefined;
  const [from, to] = [new Date(date), new Date(reference * 1000)];
  const months =
    12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth();
  return [months, from.getUTCDate() > 27 ? 31 : from.getUTCDate()];
}

const NEVER_DAYS = 9999;

function expiresOf({ expiration_date: date }: Model, reference: number): number | undefined {
  if (date == null) return undefined;
  const days = Math.round((Date.parse(date) / 1000 - reference) / SECONDS_PER_DAY);
  return Math.min(Math.max(days, 3), NEVER_DAYS);
}

const FOCUSES: readonly (readonly [focus: Focus, words: RegExp])[] = [
  ['guard', /guard|safety/],
  ['drawing', /image/],
  ['voice', /audio/],
  ['search', /search|research/],
  ['code', /cod(e|er|ex)|build|apply/],
  ['roleplay', /-rp|uncensored/],
  ['thinking', /think|reason/],
  ['vision', /-vl|vision|\dv(-|$)/],
  ['chat', /chat/],
];

function focusOf({ id }: Model): Focus {
  return FOCUSES.find(([, words]) => words.test(id))?.[0] ?? 'general';
}
