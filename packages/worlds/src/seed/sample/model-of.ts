import type { Faker } from '@faker-js/faker';
import type { Model } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import type { Draws } from '../draws/draws.ts';
import { cutoffOf, expirationOf } from './dates.ts';
import { descriptionOf } from './description.ts';
import { pricingOf } from './prices.ts';
import type { Product } from './product.ts';
import { PROTOTYPES, type Prototype } from './prototype.ts';
import { benchmarksOf } from './scores.ts';

type Architecture = Model['architecture'];

/** Returns the listing of a product at an index of its catalog. */
export function modelOf(product: Product, index: number, draws: Draws): Model {
  const { prototype, line, id, slug, name, created } = product;
  const { context, reasoning, parameters, defaults, limits } = prototype;
  const published = `${line.vendor.hub}/${name
    .replace(/^[^:]*: /, '')
    .trim()
    .replaceAll(' ', '-')}`;
  return {
    id,
    canonical_slug: slug,
    name,
    created,
    description: descriptionOf(product, index, draws),
    context_length: context,
    architecture: architectureOf(prototype),
    pricing: pricingOf(prototype, line),
    top_provider: {
      context_length: prototype.offered === undefined ? context : prototype.offered,
      max_completion_tokens: prototype.most ?? null,
      is_moderated: prototype.moderated ?? false,
    },
    per_request_limits: limits === undefined ? null : { ...limits },
    supported_parameters: (PROTOTYPES.parameters[parameters] ?? []).flatMap(
      (place) => PROTOTYPES.names[place] ?? [],
    ),
    default_parameters: defaults === undefined ? null : { ...PROTOTYPES.defaults[defaults] },
    supported_voices: voicesOf(prototype, draws('voices', index)),
    knowledge_cutoff: cutoffOf(prototype, line, created),
    expiration_date: expirationOf(prototype, index, draws),
    links: linksOf(slug),
    ...present({
      benchmarks: benchmarksOf(prototype, index, draws),
      reasoning:
        reasoning === undefined ? undefined : structuredClone(PROTOTYPES.reasonings[reasoning]),
    }),
    model_hub_id: prototype.hub === true ? published : null,
  };
}

export function linksOf(slug: string): Model['links'] {
  return { details: `/v1/models/${slug}/endpoints` };
}

const ORDER: readonly string[] = ['text', 'image', 'file', 'audio', 'video'];

/** `modality` has the specification's order whatever order the lists have, as observed. */
function architectureOf({ inputs = 'text', outputs = 'text', ...rest }: Prototype): Architecture {
  const read = inputs
    .split('+')
    .toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
  return {
    modality: `${read.join('+')}->${outputs}`,
    // They were joined from these.
    input_modalities: inputs.split('+') as Architecture['input_modalities'],
    output_modalities: outputs.split('+') as Architecture['output_modalities'],
    tokenizer: rest.tokenizer ?? 'Other',
    instruct_type: rest.instruct ?? null,
  };
}

const LANGUAGES = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'pt-BR', 'ja-JP', 'hi-IN'];

/** Models of many languages name the language too: `en-US-Marla`. */
function voicesOf({ voices, id }: Prototype, faker: Faker): string[] | null {
  if (voices === undefined) return null;
  const names = faker.helpers.uniqueArray(() => faker.person.firstName(), voices);
  return names.map((name, place) =>
    id.includes('multilingual')
      ? `${LANGUAGES[place % LANGUAGES.length]}-${name}`
      : name.toLowerCase(),
  );
}
