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
import { checkNames, createInputCheck, invalid, type Building } from './check-input.ts';
import {
  modelDefaults,
  defaultInput,
  defaultPrice,
  defaultSignals,
  type InputModality,
  type ModelDefaults,
  type OutputModality,
} from './model-defaults.ts';
import { FREE, PriceSchema, toPricing, type Price } from './price.ts';
import type { Input, PartialInput } from './input-types.ts';

/** Members of the wire that are objects: the given members are merged over the defaults. */
type Nested = 'architecture' | 'pricing' | 'top_provider' | 'links';

/**
 * Input of `model()`: short-hands first, then every member of the wire by its own name. A member of
 * the wire wins over its short-hand.
 */
export interface ModelSpec extends Omit<PartialInput<Model>, 'id' | 'reasoning' | Nested> {
  /** An author and a name: `acme/paint-1`. Omitted members depend on it alone. */
  readonly id: string;
  /** Input modalities: text by default, and images when it makes images. */
  readonly input?: readonly InputModality[] | undefined;
  /** Output modalities: text by default. */
  readonly output?: readonly OutputModality[] | undefined;
  /** Maximum context length in tokens; null when unknown. */
  readonly context?: number | null | undefined;
  /** USD: `input` and `output` per million tokens, `image` per image made, `request` per request. */
  readonly price?: 'free' | Input<Price> | undefined;
  /** True for a model that reasons on request. */
  readonly reasoning?: boolean | Input<NonNullable<Model['reasoning']>> | undefined;
  /** Facts for filters and sorts; null makes one unknown. */
  readonly signals?: { readonly [Key in keyof ModelSignals]?: Input<ModelSignals[Key]> | null };
  /** Capabilities of a model that makes images: everything by default. */
  readonly images?: Input<ImageAbilities> | undefined;
  readonly architecture?: PartialInput<Model['architecture']> | undefined;
  readonly pricing?: PartialInput<Model['pricing']> | undefined;
  readonly top_provider?: PartialInput<Model['top_provider']> | undefined;
  readonly links?: PartialInput<Model['links']> | undefined;
}

/**
 * Builds a model for the catalog of a tenant or world. Omitted members are plausible and depend on
 * the id alone. Throws GW1701 when the result would not be a valid model of the catalog.
 *
 * ```ts
 * model({ id: 'acme/paint-1', output: ['image'], price: { image: 0.04 } })
 * model({ id: 'acme/quill-1', input: ['text', 'image'], context: 8192, price: 'free' })
 * ```
 */
export function model(spec: ModelSpec): MockModel {
  const building = { builder: 'model', id: spec?.id };
  checkNames(spec, NAMES, building);
  const settled = readShortHands(spec, building);
  const signals = known({ ...defaultSignals(settled.id), ...spec.signals });
  return {
    model: checkModel(
      { ...plainMembers(spec, settled), ...nestedMembers(spec, settled) },
      building,
    ),
    signals: checkSignals({ signals }, building).signals,
    ...(settled.outputs.includes('image') && {
      images: checkImages({ images: spec.images ?? {} }, building).images,
    }),
  };
}

/** The short-hands with their defaults; the other members follow from them. */
interface Settled {
  readonly id: string;
  readonly inputs: readonly InputModality[];
  readonly outputs: readonly OutputModality[];
  readonly contextLength: number | null;
  readonly price: Price;
  readonly reasoning: unknown;
  readonly defaults: ModelDefaults;
}

function readShortHands(spec: ModelSpec, building: Building): Settled {
  const { id, input, output, context, architecture, context_length } = spec;
  const price = spec.price === 'free' ? FREE : spec.price;
  if (typeof price === 'string') {
    const message = `price must be "free" or an object such as { input: 3, output: 15 }, got "${String(price)}"`;
    throw invalid(building, [{ message }]);
  }
  const given = checkShortHands({ id, input, output, context, price }, building);
  const outputs = given.output ?? listed(architecture?.output_modalities) ?? ['text'];
  const defaults = modelDefaults(id, outputs);
  return {
    id,
    outputs,
    defaults,
    inputs: given.input ?? listed(architecture?.input_modalities) ?? defaultInput(outputs),
    contextLength: firstDefined(context_length, given.context, defaults.context_length),
    price: given.price ?? defaultPrice(id, outputs),
    reasoning: spec.reasoning === true ? REASONS : spec.reasoning || undefined,
  };
}

function plainMembers(spec: ModelSpec, { contextLength, reasoning, defaults }: Settled) {
  const members = Object.entries(spec).filter(([name]) => name in ModelSchema.entries);
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

function nestedMembers(
  spec: ModelSpec,
  { inputs, outputs, contextLength, price, defaults }: Settled,
) {
  const { architecture = {}, pricing = {}, top_provider = {}, links = {} } = spec;
  const { canonical_slug = defaults.canonical_slug } = spec;
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

const checkShortHands = createInputCheck(ShortHandsSchema);
const checkModel = createInputCheck(ModelSchema);
// In an object of one member, so that errors say whose members they mean.
const checkSignals = createInputCheck(v.object({ signals: ModelSignalsSchema }));
const checkImages = createInputCheck(v.object({ images: ImageAbilitiesSchema }));

const REASONS: Model['reasoning'] = {
  mandatory: false,
  default_enabled: false,
  default_effort: 'medium',
  supported_efforts: ['high', 'medium', 'low'],
};

/** Returns undefined for a value that is not a list; the check of the whole model reports it. */
function listed<Item>(items: readonly Item[] | undefined): readonly Item[] | undefined {
  return Array.isArray(items) ? items : undefined;
}

/** Returns the first value that is not undefined; null counts as a value. */
function firstDefined<Value>(...values: readonly [...(Value | undefined)[], Value]): Value {
  // The type requires the last value to be defined.
  return values.find((value) => value !== undefined) as Value;
}

/** Drops members that are null or undefined. */
function known(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value != null));
}
