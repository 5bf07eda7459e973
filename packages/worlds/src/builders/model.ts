import {
  ModelSchema,
  ModelSignalsSchema,
  type Model,
  type ModelSignals,
} from '@model-gateway/core';
import * as v from 'valibot';
import { present } from '@model-gateway/core/kit';
import { ImageAbilitiesSchema, type ImageAbilities } from '../abilities/image-abilities.ts';
import type { MockModel } from '../world.ts';
import { checkNames, createWishCheck, unfit, type Building } from './check-wish.ts';
import {
  modelDefaults,
  usualInput,
  usualPrice,
  usualSignals,
  type InputModality,
  type ModelDefaults,
  type OutputModality,
} from './model-defaults.ts';
import { FREE, PriceSchema, toPricing, type Price } from './price.ts';
import type { Some, Wished } from './wished.ts';

/** Members of the wire that are objects: what is said of them goes over what they are by default. */
type Nested = 'architecture' | 'pricing' | 'top_provider' | 'links';

/**
 * What a model is to be: short-hands first, then every member of the wire by its own name. A member
 * of the wire wins over the short-hand for it.
 */
export interface ModelWish extends Omit<Some<Model>, 'id' | 'reasoning' | Nested> {
  /** An author and a name: `acme/paint-1`. What is left out depends on it alone. */
  readonly id: string;
  /** What it takes: text by default, and images when it makes some. */
  readonly input?: readonly InputModality[] | undefined;
  /** What it makes; text by default. */
  readonly output?: readonly OutputModality[] | undefined;
  /** The most tokens of context; null is unknown. */
  readonly context?: number | null | undefined;
  /** USD: `input` and `output` per million tokens, `image` per image made, `request` per request. */
  readonly price?: 'free' | Wished<Price> | undefined;
  /** True for a model that reasons when it is asked to. */
  readonly reasoning?: boolean | Wished<NonNullable<Model['reasoning']>> | undefined;
  /** What filters and sorts go by; null makes one unknown. */
  readonly signals?: { readonly [Key in keyof ModelSignals]?: Wished<ModelSignals[Key]> | null };
  /** What a model that makes images can do: everything, unless said otherwise. */
  readonly images?: Wished<ImageAbilities> | undefined;
  readonly architecture?: Some<Model['architecture']> | undefined;
  readonly pricing?: Some<Model['pricing']> | undefined;
  readonly top_provider?: Some<Model['top_provider']> | undefined;
  readonly links?: Some<Model['links']> | undefined;
}

/**
 * A model for the catalog of a tenant or world. Whatever is left out is plausible and depends on the
 * id only. Throws GW1701 when the result would be no model of the catalog.
 *
 * ```ts
 * model({ id: 'acme/paint-1', output: ['image'], price: { image: 0.04 } })
 * model({ id: 'acme/quill-1', input: ['text', 'image'], context: 8192, price: 'free' })
 * ```
 */
export function model(wish: ModelWish): MockModel {
  const building = { builder: 'model', id: wish?.id };
  checkNames(wish, NAMES, building);
  const said = readShortHands(wish, building);
  const signals = known({ ...usualSignals(said.id), ...wish.signals });
  return {
    model: checkModel({ ...plainMembers(wish, said), ...nestedMembers(wish, said) }, building),
    signals: checkSignals({ signals }, building).signals,
    ...(said.outputs.includes('image') && {
      images: checkImages({ images: wish.images ?? {} }, building).images,
    }),
  };
}

/** What the rest follows from. */
interface Said {
  readonly id: string;
  readonly inputs: readonly InputModality[];
  readonly outputs: readonly OutputModality[];
  readonly contextLength: number | null;
  readonly price: Price;
  readonly reasoning: unknown;
  readonly defaults: ModelDefaults;
}

function readShortHands(wish: ModelWish, building: Building): Said {
  const { id, input, output, context, architecture, context_length } = wish;
  const price = wish.price === 'free' ? FREE : wish.price;
  if (typeof price === 'string') {
    const message = `price must be "free" or an object such as { input: 3, output: 15 }, got "${String(price)}"`;
    throw unfit(building, [{ message }]);
  }
  const said = checkShortHands({ id, input, output, context, price }, building);
  const outputs = said.output ?? listed(architecture?.output_modalities) ?? ['text'];
  const defaults = modelDefaults(id, outputs);
  return {
    id,
    outputs,
    defaults,
    inputs: said.input ?? listed(architecture?.input_modalities) ?? usualInput(outputs),
    contextLength: firstSaid(context_length, said.context, defaults.context_length),
    price: said.price ?? usualPrice(id, outputs),
    reasoning: wish.reasoning === true ? REASONS : wish.reasoning || undefined,
  };
}

function plainMembers(wish: ModelWish, { contextLength, reasoning, defaults }: Said) {
  const members = Object.entries(wish).filter(([name]) => name in ModelSchema.entries);
  const { supported_parameters } = defaults;
  const reasons = ['include_reasoning', 'reasoning'];
  return {
    ...defaults,
    expiration_date: null,
    knowledge_cutoff: null,
    model_hub_id: null,
    default_parameters: null,
    per_request_limits: null,
    ...(reasoning !== undefined && { supported_parameters: [...supported_parameters, ...reasons] }),
    ...present({ ...Object.fromEntries(members), reasoning, context_length: contextLength }),
  };
}

function nestedMembers(wish: ModelWish, { inputs, outputs, contextLength, price, defaults }: Said) {
  const { architecture = {}, pricing = {}, top_provider = {}, links = {} } = wish;
  const { canonical_slug = defaults.canonical_slug } = wish;
  return {
    architecture: {
      modality: `${inputs.join('+')}->${outputs.join('+')}`,
      input_modalities: inputs,
      output_modalities: outputs,
      tokenizer: 'Other',
      instruct_type: null,
      ...present(architecture),
    },
    pricing: { ...toPricing(price), ...present(pricing) },
    top_provider: {
      is_moderated: false,
      context_length: contextLength,
      max_completion_tokens: contextLength === null ? null : Math.floor(contextLength / 4),
      ...present(top_provider),
    },
    links: { details: `/v1/models/${canonical_slug}/endpoints`, ...present(links) },
  };
}

const { input_modalities, output_modalities } = ModelSchema.entries.architecture.entries;

const ShortHandsSchema = v.object({
  id: v.pipe(
    v.string(),
    v.regex(/^~?[^\s/]+(?:\/[^\s/]+)+$/, 'an author and a name without spaces, like acme/paint-1'),
  ),
  input: v.optional(v.pipe(input_modalities, v.minLength(1))),
  output: v.optional(v.pipe(output_modalities, v.minLength(1))),
  context: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)))),
  price: v.optional(PriceSchema),
});

const NAMES = [
  ...Object.keys(ShortHandsSchema.entries),
  'signals',
  'images',
  ...Object.keys(ModelSchema.entries).filter((name) => name !== 'id'),
];

const checkShortHands = createWishCheck(ShortHandsSchema);
const checkModel = createWishCheck(ModelSchema);
// In an object of one member, so that errors say whose members they mean.
const checkSignals = createWishCheck(v.object({ signals: ModelSignalsSchema }));
const checkImages = createWishCheck(v.object({ images: ImageAbilitiesSchema }));

const REASONS: Model['reasoning'] = {
  mandatory: false,
  default_enabled: false,
  default_effort: 'medium',
  supported_efforts: ['high', 'medium', 'low'],
};

/** Undefined for what is no list after all: the check of the whole model tells of it. */
function listed<Item>(items: readonly Item[] | undefined): readonly Item[] | undefined {
  return Array.isArray(items) ? items : undefined;
}

/** Null is a value here, undefined is none. */
function firstSaid<Value>(...values: readonly [...(Value | undefined)[], Value]): Value {
  // The last one is always there.
  return values.find((value) => value !== undefined) as Value;
}

/** Without what is null or undefined. */
function known(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value != null));
}
