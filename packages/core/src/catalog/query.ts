import * as v from 'valibot';
import { decimal } from '../input/decimal-schema.ts';
import { nullish, optional } from '../resources/described.ts';
import { INPUT_MODALITIES, OUTPUT_MODALITIES } from '../resources/model.ts';
import { CATEGORIES } from '../resources/catalog-entry.ts';
import { SORT_ORDERS } from './sort-orders.ts';

/** Models per page, when the query asks for paging. Source: contract §3. */
export const DEFAULT_LIMIT = 500;

const integer = (minimum: number) => v.pipe(v.number(), v.integer(), v.minValue(minimum));
const bound = (description: string) => nullish(decimal(0), description);
const whole = (description: string) => nullish(integer(0), description);
const fraction = (description: string) => nullish(decimal(0, 1), description);
const flag = (description: string) =>
  optional(v.picklist(['true', 'false', '1', '0']), description);
const list = (description: string) => optional(v.array(v.string()), description);

/**
 * Query parameters of GET /models, after reading. Prices, indexes and rates are decimal text such
 * as `0.3`, so that no digit is lost. Source: contract §3, §3.6.
 */
export const ListModelsQuerySchema = v.object({
  offset: nullish(integer(0), 'How many models to skip.', {
    default: 0,
  }),
  limit: optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
    'The most models to list. Without `offset` and `limit` all models are listed.',
    { default: DEFAULT_LIMIT },
  ),
  category: optional(v.picklist(CATEGORIES), 'Only models used for this.'),
  supported_parameters: list('Only models that accept all of these request parameters.'),
  output_modalities: optional(
    v.array(v.picklist([...OUTPUT_MODALITIES, 'all'])),
    'Only models with any of these outputs; `all` lists every model.',
    { default: ['text'] },
  ),
  input_modalities: optional(
    v.array(v.picklist(INPUT_MODALITIES)),
    'Only models that accept all of these inputs.',
  ),
  sort: optional(
    v.picklist(SORT_ORDERS),
    "The order; the catalog's own by default. Models without a value for the order come last.",
  ),
  use_rss: flag('Answers with an RSS feed.'),
  use_rss_chat_links: flag('Items of the feed link to chats instead of model pages.'),
  client_version: optional(
    v.string(),
    'What Codex sends of itself: the models stand once more beside the list, in the form of its catalog.',
  ),
  q: optional(
    v.pipe(v.string(), v.regex(/^[^]{0,200}$/u, 'text of at most 200 characters')),
    'Only models with each of these words in id, canonical slug or name.',
  ),
  context: optional(integer(1), 'The least context length in tokens.'),
  min_price: bound('The least price of prompts, USD per million tokens.'),
  max_price: bound('The highest price of prompts, USD per million tokens.'),
  min_output_price: bound('The least price of completions, USD per million tokens.'),
  max_output_price: bound('The highest price of completions, USD per million tokens.'),
  arch: optional(
    v.string(),
    'Only models of this architecture or family. After a family, no letter may follow: ' +
      '`llama` finds Llama3, `lla` nothing.',
    { examples: ['llama'] },
  ),
  model_authors: list('Only models by any of these authors (slugs).'),
  providers: list('Only models that any of these providers serves (names or slugs).'),
  distillable: optional(
    v.picklist(['true', 'false']),
    '`true` lists only distillable models, `false` leaves them out.',
  ),
  zdr: optional(v.picklist(['true']), 'Only models with endpoints that retain no data.'),
  region: optional(v.picklist(['eu']), 'Only models with endpoints in this data region.'),
  min_age_days: whole('The least age in whole days since creation.'),
  max_age_days: whole('The highest age in whole days since creation.'),
  min_intelligence_index: bound('The least intelligence index of a third party.'),
  max_intelligence_index: bound('The highest intelligence index of a third party.'),
  min_coding_index: bound('The least coding index of a third party.'),
  max_coding_index: bound('The highest coding index of a third party.'),
  min_agentic_index: bound('The least agentic index of a third party.'),
  max_agentic_index: bound('The highest agentic index of a third party.'),
  min_tool_success_rate: fraction('The least share of requests that finish with tool calls.'),
  max_tool_success_rate: fraction('The highest share of requests that finish with tool calls.'),
});

/** The query of GET /models, after reading. Source: contract §3. */
export type ListModelsQuery = v.InferOutput<typeof ListModelsQuerySchema>;
