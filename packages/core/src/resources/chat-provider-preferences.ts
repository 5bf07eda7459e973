import * as v from 'valibot';
import { described, nullish } from './described.ts';

const slugs = (description: string) => nullish(v.array(v.string()), description);
const flag = (description: string) => nullish(v.boolean(), description);

/** Bounded, because the time of exact arithmetic grows faster than the digits. */
const DECIMAL = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}(\.\d{1,20})?$/, 'digits with at most one point, up to 20 on each side of it'),
);
const NUMBER = v.pipe(v.number(), v.minValue(0));

/** A price limit, as text or as a number: clients send both. */
const limit = (description: string) => nullish(v.union([NUMBER, DECIMAL]), description);

const percentiles = (description: string) =>
  nullish(
    v.union([
      v.number(),
      v.object({
        p50: v.optional(v.nullable(v.number())),
        p75: v.optional(v.nullable(v.number())),
        p90: v.optional(v.nullable(v.number())),
        p99: v.optional(v.nullable(v.number())),
      }),
    ]),
    description,
  );

const SORTS = ['price', 'throughput', 'latency', 'exacto'] as const;

/** The providers that may serve a conversation, and in which order. Source: contract §12.6. */
export const ChatProviderPreferencesSchema = described(
  v.object({
    only: slugs('Slugs of the only providers to use.'),
    ignore: slugs('Slugs of providers never to use.'),
    order: slugs('Slugs of providers in the order to try them.'),
    allow_fallbacks: nullish(v.boolean(), 'Whether to try another provider when one fails.', {
      default: true,
    }),
    require_parameters: flag('Uses only providers that support every parameter of the request.'),
    data_collection: nullish(
      v.picklist(['allow', 'deny']),
      '`deny` uses only providers that neither store prompts nor train on them.',
    ),
    zdr: flag('Uses only endpoints with zero data retention.'),
    enforce_distillable_text: flag('Uses only models whose text may be used for training.'),
    quantizations: slugs('Uses only endpoints with one of these quantizations.'),
    max_price: nullish(
      v.object({
        prompt: limit('USD per million tokens.'),
        completion: limit('USD per million tokens.'),
        request: limit('USD per request.'),
        image: limit('USD per image.'),
        audio: limit('USD per million tokens of sound.'),
      }),
      'Uses only endpoints within these prices.',
    ),
    sort: nullish(
      v.union([
        v.picklist(SORTS),
        v.object({
          by: v.picklist(SORTS),
          partition: v.optional(v.nullable(v.picklist(['model', 'none']))),
        }),
      ]),
      'The first criterion in the choice of a provider.',
    ),
    preferred_min_throughput: percentiles('Endpoints below this many tokens a second come last.'),
    preferred_max_latency: percentiles(
      'Endpoints slower to the first token, in seconds, come last.',
    ),
    options: nullish(
      v.record(v.string(), v.record(v.string(), v.unknown())),
      'Options by provider slug; only those of the chosen provider are passed on, and only the ones it allows.',
    ),
  }),
  'The providers that may serve the conversation, and in which order.',
  { title: 'ChatProviderPreferences' },
);

/** The member `provider` of a conversation. Source: contract §12.6. */
export type ChatProviderPreferences = v.InferOutput<typeof ChatProviderPreferencesSchema>;
