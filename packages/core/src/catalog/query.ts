import * as v from 'valibot';
import { INPUT_MODALITIES, OUTPUT_MODALITIES } from '../resources/model.ts';
import { CATEGORIES } from './entry.ts';
import { SORT_ORDERS } from './sort-orders.ts';

const integer = (minimum: number) => v.pipe(v.number(), v.integer(), v.minValue(minimum));
const bound = v.optional(v.nullable(v.pipe(v.number(), v.minValue(0))));
const wholeBound = v.optional(v.nullable(integer(0)));
const fraction = v.optional(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1))));
const flag = v.optional(v.picklist(['true', 'false', '1', '0']));
const list = v.optional(v.array(v.string()));

/** Query parameters of GET /models as they are after reading. Source: spec §4.1, decisions §3. */
export const ListModelsQuerySchema = v.object({
  offset: v.optional(v.nullable(integer(0))),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
  category: v.optional(v.picklist(CATEGORIES)),
  supported_parameters: list,
  output_modalities: v.optional(v.array(v.picklist([...OUTPUT_MODALITIES, 'all']))),
  input_modalities: v.optional(v.array(v.picklist(INPUT_MODALITIES))),
  sort: v.optional(v.picklist(SORT_ORDERS)),
  use_rss: flag,
  use_rss_chat_links: flag,
  q: v.optional(v.pipe(v.string(), v.regex(/^[^]{0,200}$/u, 'text of at most 200 characters'))),
  context: v.optional(integer(1)),
  min_price: bound,
  max_price: bound,
  min_output_price: bound,
  max_output_price: bound,
  arch: v.optional(v.string()),
  model_authors: list,
  providers: list,
  distillable: v.optional(v.picklist(['true', 'false'])),
  zdr: v.optional(v.picklist(['true'])),
  region: v.optional(v.picklist(['eu'])),
  min_age_days: wholeBound,
  max_age_days: wholeBound,
  min_intelligence_index: bound,
  max_intelligence_index: bound,
  min_coding_index: bound,
  max_coding_index: bound,
  min_agentic_index: bound,
  max_agentic_index: bound,
  min_tool_success_rate: fraction,
  max_tool_success_rate: fraction,
});

export type ListModelsQuery = v.InferOutput<typeof ListModelsQuerySchema>;
