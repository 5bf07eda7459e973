import type { CatalogEntry, Model } from '@model-gateway/core';
import type { Draws } from './draws/draws.ts';
import { REFERENCE_SECONDS, SECONDS_PER_DAY } from './dates/reference-date.ts';
import texts from './data/texts.json' with { type: 'json' };
import { linksOf } from './sample/model-of.ts';
import { PROTOTYPES } from './sample/prototype.ts';
import { signalsOf } from './signals/signals.ts';

const AUTHOR = 'gateway';

/** Of negative price, which means that the price is that of the chosen model. Source: contract §3.6. */
const NO_PRICE = '-1';

const EVERYTHING: Model['architecture'] = {
  modality: 'text+image+file+audio+video->text+image',
  input_modalities: ['text', 'image', 'audio', 'file', 'video'],
  output_modalities: ['text', 'image'],
  tokenizer: 'Router',
  instruct_type: null,
};
const TEXT: Model['architecture'] = {
  ...EVERYTHING,
  modality: 'text->text',
  input_modalities: ['text'],
  output_modalities: ['text'],
};

/** Observed: the automatic router is as old as the gateway, the others came within the last year. */
const FIRST_DAYS = 990;
const RECENT_DAYS = { min: 10, max: 240 };
const HOURS = { min: 13, max: 21 };

/**
 * Returns one of the gateway's own models, which choose another per request. Observed: routers have
 * no reasoning member, and their provider says nothing of its limits.
 */
export function routerEntry(ordinal: number, index: number, draws: Draws): CatalogEntry {
  const router = texts.routers[ordinal];
  if (router === undefined) throw new RangeError(`expected one of ${texts.routers.length} routers`);
  const id = `${AUTHOR}/${router.slug}`;
  const faker = draws('router', ordinal);
  const daysOld = faker.number.int(RECENT_DAYS);
  const listed = faker.number.int(HOURS) * 3600 + faker.number.int(3599);
  const model: Model = {
    id,
    canonical_slug: id,
    name: router.name,
    created:
      REFERENCE_SECONDS -
      (ordinal === 0 ? FIRST_DAYS * SECONDS_PER_DAY : daysOld * SECONDS_PER_DAY - listed),
    description: router.description,
    context_length: router.context,
    architecture: structuredClone(router.everything ? EVERYTHING : TEXT),
    pricing: { prompt: NO_PRICE, completion: NO_PRICE },
    top_provider: { context_length: null, max_completion_tokens: null, is_moderated: false },
    per_request_limits: null,
    supported_parameters: router.everything ? PROTOTYPES.names.toSorted() : [],
    default_parameters: {
      temperature: null,
      top_p: null,
      top_k: null,
      frequency_penalty: null,
      presence_penalty: null,
      repetition_penalty: null,
    },
    supported_voices: null,
    knowledge_cutoff: null,
    expiration_date: null,
    links: linksOf(id),
    model_hub_id: null,
  };
  const facts = {
    model,
    kind: 'text',
    authorSlug: AUTHOR,
    served: 'gateway',
    focus: 'general',
    size: 0.5,
    intelligence: 40,
  } as const;
  return { model, signals: signalsOf(facts, index, draws) };
}
