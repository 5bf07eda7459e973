import type { Faker } from '@faker-js/faker';
import type { CatalogEntry, Model } from '@model-gateway/core';
import { architectureOf, type Modalities } from './products/architecture.ts';
import type { Draws } from './draws/draws.ts';
import { linksOf } from './products/identity.ts';
import { listedOn } from './products/listed-on.ts';
import { REFERENCE_SECONDS, SECONDS_PER_DAY, monthsOldAt } from './dates/reference-date.ts';
import { SIX, THREE } from './text/default-parameters.ts';
import { signalsOf } from './signals/signals.ts';

interface Router {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** `everything` passes on every modality and parameter; `text` passes on text only. */
  readonly passes: 'everything' | 'text';
  readonly contextLength: number;
}

/** The gateway's own, which choose a model per request; the first ones stand in every world. */
const ROUTERS: readonly Router[] = [
  {
    slug: 'auto',
    name: 'Automatic Router',
    description: 'Sends each request to the model that suits it best.',
    passes: 'everything',
    contextLength: 2_000_000,
  },
  {
    slug: 'auto-beta',
    name: 'Automatic Router (beta)',
    description: 'The next version of the automatic router.',
    passes: 'everything',
    contextLength: 2_000_000,
  },
  {
    slug: 'code',
    name: 'Code Router',
    description: 'Chooses among models that lead in programming.',
    passes: 'text',
    contextLength: 2_000_000,
  },
  {
    slug: 'thrift',
    name: 'Thrift Router',
    description: 'Chooses the cheapest model that is good enough.',
    passes: 'text',
    contextLength: 1_000_000,
  },
  {
    slug: 'ensemble',
    name: 'Ensemble',
    description: 'Asks several models and merges their answers.',
    passes: 'text',
    contextLength: 1_000_000,
  },
  {
    slug: 'swift',
    name: 'Swift Router',
    description: 'Chooses the model that answers soonest.',
    passes: 'text',
    contextLength: 1_000_000,
  },
  {
    slug: 'private',
    name: 'Private Router',
    description: 'Chooses among endpoints that retain nothing.',
    passes: 'text',
    contextLength: 1_000_000,
  },
  {
    slug: 'vision',
    name: 'Vision Router',
    description: 'Chooses among models that read images.',
    passes: 'everything',
    contextLength: 1_000_000,
  },
  {
    slug: 'longform',
    name: 'Longform Router',
    description: 'Chooses among models with the longest context.',
    passes: 'text',
    contextLength: 2_000_000,
  },
  {
    slug: 'weights',
    name: 'Open Weights Router',
    description: 'Chooses among models with published weights.',
    passes: 'text',
    contextLength: 262_144,
  },
  {
    slug: 'draft',
    name: 'Draft Router',
    description: 'Drafts with a small model and checks with a large one.',
    passes: 'text',
    contextLength: 128_000,
  },
  {
    slug: 'request-builder',
    name: 'Request Builder (beta)',
    description: 'Turns a plain description into a request to several models.',
    passes: 'text',
    contextLength: 128_000,
  },
];

const AUTHOR = 'gateway';

/** Of negative price, which means that the price is that of the chosen model. Source: contract §3.6. */
const NO_PRICE = '-1';

const EVERYTHING: Modalities = {
  inputs: ['text', 'image', 'audio', 'file', 'video'],
  outputs: ['text', 'image'],
};
const TEXT: Modalities = { inputs: ['text'], outputs: ['text'] };

const ALL_PARAMETERS: Model['supported_parameters'] = [
  'frequency_penalty',
  'include_reasoning',
  'logit_bias',
  'logprobs',
  'max_tokens',
  'min_p',
  'presence_penalty',
  'reasoning',
  'reasoning_effort',
  'repetition_penalty',
  'response_format',
  'seed',
  'stop',
  'structured_outputs',
  'temperature',
  'tool_choice',
  'tools',
  'top_a',
  'top_k',
  'top_logprobs',
  'top_p',
  'web_search_options',
];

/** Observed: the oldest was listed anew, the others keep the form of their day. */
function formAt(monthsOld: number): Model['default_parameters'] {
  return { ...(monthsOld < 7 || monthsOld > 24 ? SIX : THREE) };
}

/** Observed: the automatic router is as old as the gateway, the others came within the last year. */
function madeAt(ordinal: number, faker: Faker): number {
  const daysOld = ordinal === 0 ? 990 : faker.number.int({ min: 10, max: 240 });
  return listedOn(REFERENCE_SECONDS - daysOld * SECONDS_PER_DAY, faker);
}

/** Observed: routers have no reasoning member, and their provider says nothing of its limits. */
export function routerEntry(ordinal: number, index: number, draws: Draws): CatalogEntry {
  const router = ROUTERS[ordinal];
  if (router === undefined) throw new RangeError(`expected one of ${ROUTERS.length} routers`);
  const id = `${AUTHOR}/${router.slug}`;
  const everything = router.passes === 'everything';
  const created = madeAt(ordinal, draws('router', ordinal));
  const model: Model = {
    id,
    canonical_slug: id,
    name: router.name,
    created,
    description: router.description,
    context_length: router.contextLength,
    architecture: architectureOf({ tokenizer: 'Router' }, everything ? EVERYTHING : TEXT),
    pricing: { prompt: NO_PRICE, completion: NO_PRICE },
    top_provider: { context_length: null, max_completion_tokens: null, is_moderated: false },
    per_request_limits: null,
    supported_parameters: everything ? [...ALL_PARAMETERS] : [],
    default_parameters: formAt(monthsOldAt(created)),
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
