import type { Faker } from '@faker-js/faker';
import type { Model } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import { architectureOf } from '../products/architecture.ts';
import { chance, normal, type Draws } from '../draws/draws.ts';
import { expirationDateOf } from '../products/expiration-date.ts';
import type { MediaKind } from '../families/media-families.ts';
import { hubIdOf, identityOf } from '../products/identity.ts';
import type { Product } from '../products/product.ts';
import { monthsOldAt } from '../dates/reference-date.ts';
import { createdOf } from '../products/release-date.ts';
import { audioSheet } from './audio-sheet.ts';
import { embeddingsSheet } from './embeddings-sheet.ts';
import { imageSheet } from './image-sheet.ts';
import { MEDIA_REMARKS } from './media-remarks.ts';
import type { MediaFacts, MediaSheet } from './media-sheet.ts';
import { rerankSheet } from './rerank-sheet.ts';
import { speechSheet } from './speech-sheet.ts';
import { transcriptionSheet } from './transcription-sheet.ts';
import { videoSheet } from './video-sheet.ts';

const SHEETS: Readonly<Record<MediaKind, (facts: MediaFacts, faker: Faker) => MediaSheet>> = {
  image: imageSheet,
  embeddings: embeddingsSheet,
  speech: speechSheet,
  transcription: transcriptionSheet,
  rerank: rerankSheet,
  audio: audioSheet,
  video: videoSheet,
};

/** Deviation of the logarithm of a line's price over the usual price. */
const SPREAD = 0.2;

/** A model that makes something other than text, or something beside it. */
export function mediaModel(product: Product, kind: MediaKind, index: number, draws: Draws): Model {
  const created = createdOf(product, draws);
  const sheet = SHEETS[kind](factsOf(product, created, draws), draws('media', index));
  const { contextLength, maxCompletionTokens = null, voices } = sheet;
  const identity = identityOf(product, created, index, draws);
  return {
    id: identity.id,
    canonical_slug: identity.canonical_slug,
    name: identity.name,
    created,
    description: descriptionOf(product, kind, sheet.purpose, draws('description', index)),
    context_length: contextLength,
    architecture: architectureOf(product.family, sheet),
    pricing: discounted(sheet, kind, draws('pricing', index)),
    top_provider: {
      context_length: contextLength,
      max_completion_tokens: maxCompletionTokens,
      is_moderated: product.family.house === 'cloud' && kind !== 'embeddings' && kind !== 'rerank',
    },
    per_request_limits: limitedTo(contextLength, draws('limits', index)),
    supported_parameters: [...(sheet.parameters ?? [])],
    default_parameters: kind === 'audio' ? {} : null,
    supported_voices: voices === undefined ? null : [...voices],
    knowledge_cutoff: null,
    expiration_date: expirationDateOf(product, created, index, draws),
    links: identity.links,
    ...present({ benchmarks: sheet.benchmarks }),
    model_hub_id: hubIdOf(product),
  };
}

/** Neither was observed. A few models have one here, so that clients meet one. */
const DISCOUNTED = 0.08;
const LIMITED = 0.08;

/** Images keep their price, so that a charge can be told from the listing at a glance. */
function discounted(
  { pricing, outputs }: MediaSheet,
  kind: MediaKind,
  faker: Faker,
): Model['pricing'] {
  const isOther = kind !== 'image' && !outputs.includes('text');
  const isDiscounted = isOther && chance(faker, DISCOUNTED);
  const discount = faker.helpers.arrayElement([0.1, 0.2, 0.25, 0.5]);
  return isDiscounted ? { ...pricing, discount } : pricing;
}

function limitedTo(contextLength: number | null, faker: Faker): Model['per_request_limits'] {
  if (contextLength === null || !chance(faker, LIMITED)) return null;
  const half = Math.floor(contextLength / 2);
  return { prompt_tokens: half, completion_tokens: half };
}

/** Its purpose, and often a remark or two. */
function descriptionOf(
  { name, author }: Product,
  kind: MediaKind,
  purpose: string,
  faker: Faker,
): string {
  const remarks = faker.helpers.arrayElements(MEDIA_REMARKS[kind], { min: 0, max: 2 });
  return [`${name} is a model by ${author.name} for ${purpose}.`, ...remarks].join('\n\n');
}

function factsOf(product: Product, created: number, draws: Draws): MediaFacts {
  const {
    key: [family],
    family: { tiers },
    tier,
  } = product;
  const line = draws('line', family, tiers.indexOf(tier));
  return {
    product,
    monthsOld: monthsOldAt(created),
    size: tier.size,
    expense: Math.exp(SPREAD * normal(line)),
  };
}
