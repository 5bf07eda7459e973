/** What the requests of the three dialects of conversations have in common. Source: contract §12.4. */
import * as v from 'valibot';
import { longText } from '../input/long-text-schema.ts';
import { ChatProviderPreferencesSchema } from './chat-provider-preferences.ts';
import { nullish } from './described.ts';

/** Base64 or a URL, of at least one character. */
export const mediaText = v.pipe(longText, v.minLength(1));
/** Base64 or a URL, which may be null or left out. */
export const optionalMediaText = v.optional(v.nullable(longText));
/** A text of at least one character. */
export const word = v.pipe(v.string(), v.minLength(1));
/** A text that may be null or left out. */
export const optionalText = v.optional(v.nullable(v.string()));
/** What groups requests, such as an id of a session or an end user: at most 256 code points. */
export const groupId = v.pipe(
  v.string(),
  v.regex(/^[^]{0,256}$/u, 'text of at most 256 characters'),
);
/** An object of any members, such as a JSON Schema. */
export const jsonObject = v.record(v.string(), v.unknown());
/** The id of a model. */
export const modelId = v.pipe(v.string(), v.minLength(1), v.maxLength(256));

/** Makes a boolean that may be null or left out. */
export const flag = (description: string) => nullish(v.boolean(), description);
/** Makes a number of this range that may be null or left out. */
export const number = (from: number, to: number, description: string) =>
  nullish(v.pipe(v.number(), v.minValue(from), v.maxValue(to)), description);
/** Makes an integer of at least `from` that may be null or left out. */
export const count = (from: number, description: string) =>
  nullish(v.pipe(v.number(), v.integer(), v.minValue(from)), description);

/** `model`, where `models` can stand in for it. */
export const MODEL_OR_MODELS = {
  model: nullish(modelId, 'Id of the model; required unless `models` names one.'),
};

/** Who serves the request, and whether as a stream. */
export const ROUTING_MEMBERS = {
  models: nullish(
    v.pipe(v.array(modelId), v.maxLength(10)),
    'Models to try, in order, after `model`.',
  ),
  provider: v.optional(v.nullable(ChatProviderPreferencesSchema)),
  stream: flag('Sends the answer as server-sent events.'),
  session_id: nullish(
    groupId,
    'Groups requests, and keeps them at one provider while its prompt cache is warm.',
  ),
};

/** How much a model is to say. */
export const VerbositySchema = nullish(
  v.picklist(['low', 'medium', 'high', 'xhigh', 'max']),
  'How much to say, for models that take it.',
);

/** How tokens are chosen. */
export const SAMPLING_MEMBERS = {
  temperature: number(0, 2, 'How freely tokens are chosen.'),
  top_p: number(0, 1, 'Chooses among the most likely tokens of this total probability.'),
  top_k: count(0, 'Chooses among this many most likely tokens.'),
};

/** What makes tokens less likely. */
export const PENALTY_MEMBERS = {
  frequency_penalty: number(-2, 2, 'Makes tokens less likely the more often they occurred.'),
  presence_penalty: number(-2, 2, 'Makes tokens that occurred less likely.'),
};

/** Makes `top_logprobs`. */
export const topLogprobs = (description: string) =>
  nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(20)), description);

/** The members that name a JSON schema for the answer. */
export const NAMED_SCHEMA = {
  name: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9_-]{1,64}$/, '1 to 64 letters, digits, underscores and hyphens'),
  ),
  description: optionalText,
  schema: v.optional(v.nullable(jsonObject)),
  strict: v.optional(v.nullable(v.boolean())),
};

/** A function as tools declare it. */
export const FUNCTION_MEMBERS = {
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  description: optionalText,
  parameters: nullish(jsonObject, 'JSON Schema of the arguments.'),
  strict: v.optional(v.nullable(v.boolean())),
};
