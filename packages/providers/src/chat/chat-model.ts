import type { Pricing } from '@model-gateway/core';
import type {
  ChatEndpoint,
  ChatInput,
  ChatParameter,
  ChatReasoning,
  Wire,
} from '@model-gateway/core/chat';
import { present } from '@model-gateway/core/kit';
import { baseOf, type RetiredModel, type RowFacts } from '../options/model-table.ts';

/** An interface beside the usual one of a provider: OpenAI's Responses, or Anthropic's Messages. */
export type OtherApi = 'responses' | 'messages';

/** What a language model can do and what it costs. */
export interface ChatAbilities {
  /** The interface that it is asked over: the provider's usual one by default. */
  readonly api?: 'chat' | OtherApi;
  /** The most tokens of a request and its answer together. */
  readonly context: number;
  /** The most tokens of an answer. */
  readonly maxOutput: number;
  readonly inputs: readonly ChatInput[];
  readonly parameters: readonly ChatParameter[];
  /** USD per token, by the names of contract §8.5. */
  readonly pricing: Pricing;
  readonly reasoning?: ChatReasoning;
  /** Beta features that clients may ask for, where it speaks `anthropic-messages`; none by default. */
  readonly betas?: readonly string[];
  /** The most texts of `stop`; without a limit by default. */
  readonly maxStops?: number;
  /** Keys of `provider.options.<slug>` that are passed on; none by default. */
  readonly passthrough?: readonly string[];
}

/** What a module knows about one language model. Data, with its source. */
export interface ChatRow extends RowFacts, ChatAbilities {
  /** Prices that are announced, and the day from which they hold, `YYYY-MM-DD`. */
  readonly repriced?: { readonly on: string; readonly pricing: Pricing };
}

/** The language models that a provider knows, by model id. */
export type ChatTable = Readonly<Record<string, ChatRow>>;

/** A language model as the user of a provider configures it; the rest comes from the table. */
export interface ChatEntry extends Partial<ChatAbilities> {
  /** The model of the table to inherit from, if that is not the one of this id. */
  readonly like?: string;
  /** The provider's name of the model: a deployment, a fine-tuned model. */
  readonly upstream?: string;
  readonly name?: string;
}

/** A language model that is served. */
export interface ChatModel {
  readonly row: ChatRow;
  readonly endpoint: ChatEndpoint;
}

/** An interface as far as models are concerned. */
interface ChatApi {
  readonly wire: Wire;
  /** Whether each model is an issuer of its own. */
  readonly sealsByModel?: boolean;
}

interface ResolveOptions {
  readonly table: ChatTable;
  /** What an entry has that inherits from none. */
  readonly usual: Partial<ChatAbilities>;
  /** Its interfaces, by `api` of the models. */
  readonly apis: { readonly chat: ChatApi } & Readonly<Partial<Record<OtherApi, ChatApi>>>;
  readonly slug: string;
  /** Today, `YYYY-MM-DD`. */
  readonly today: string;
}

/**
 * Returns the language models of a provider by id, without those that were retired. Throws
 * `TypeError` for an entry that is neither in the table nor complete.
 */
export function resolveChatModels(
  entries: Readonly<Record<string, ChatEntry>> | undefined,
  { table, usual, apis, slug, today }: ResolveOptions,
): { readonly models: ReadonlyMap<string, ChatModel>; readonly retired: readonly RetiredModel[] } {
  const models = new Map<string, ChatModel>();
  const retired: RetiredModel[] = [];
  const all: Readonly<Record<string, ChatEntry>> =
    entries ?? Object.fromEntries(Object.keys(table).map((id) => [id, {}]));
  for (const [id, { like, ...entry }] of Object.entries(all)) {
    const base = baseOf(id, like, table);
    if (base?.retiredOn !== undefined && base.retiredOn <= today) {
      const { upstream, retiredOn } = base;
      if (entries !== undefined) retired.push({ id, upstream, retiredOn });
      continue;
    }
    const isPriced = entry.pricing !== undefined;
    const { uncertainPrice, ...known } =
      base === undefined ? ownRow(id, { ...usual, ...entry }) : pricedOn(today, base);
    const whole = { ...known, ...(!isPriced && present({ uncertainPrice })), ...present(entry) };
    const row = whole.api === 'responses' ? overResponses(whole) : whole;
    const api = apis[row.api ?? 'chat'];
    if (api === undefined) {
      throw new TypeError(
        `models["${id}"].api must be ${Object.keys(apis).join(' or ')}: this provider has no other interface, got ${String(row.api)}`,
      );
    }
    const issuer = `${api.wire}@${slug}${api.sealsByModel === true ? `/${row.upstream}` : ''}`;
    models.set(id, { row, endpoint: endpointOf(row, api.wire, issuer) });
  }
  return { models, retired };
}

/** The row as its prices are on a day. */
function pricedOn(today: string, { repriced, ...row }: ChatRow): ChatRow {
  return repriced !== undefined && repriced.on <= today
    ? { ...row, pricing: repriced.pricing }
    : row;
}

/** The row of a model that is in no table. */
function ownRow(id: string, entry: ChatEntry): ChatRow {
  const { context, pricing, upstream = id, name = id, inputs = ['text'], parameters = [] } = entry;
  if (context === undefined || pricing === undefined) {
    const missing = context === undefined ? 'context' : 'pricing';
    throw new TypeError(
      `models["${id}"].${missing} is missing: it is not a known model, so say its context and pricing`,
    );
  }
  const { maxOutput = context } = entry;
  const facts = { name, upstream, source: 'your configuration', asOf: '' };
  return { ...facts, context, maxOutput, inputs, parameters, pricing };
}

function endpointOf(row: ChatRow, wire: Wire, issuer: string): ChatEndpoint {
  const {
    context,
    maxOutput,
    inputs,
    parameters,
    pricing,
    reasoning,
    maxStops,
    betas,
    passthrough,
  } = row;
  return {
    wire,
    issuer,
    contextTokens: context,
    maxOutputTokens: maxOutput,
    inputs: new Set(inputs),
    parameters: new Set(parameters),
    passthrough: new Set(passthrough),
    pricing,
    ...present({ reasoning, maxStops }),
    ...(betas !== undefined && { betas: new Set(betas) }),
  };
}

/** Returns the row without parameters that the interface does not have. */
function overResponses(row: ChatRow): ChatRow {
  return { ...row, parameters: row.parameters.filter((one) => OBEYED.has(one)) };
}

/** What OpenAI's Responses have a member for. */
const OBEYED: ReadonlySet<ChatParameter> = new Set([
  'temperature',
  'top_p',
  'logprobs',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'structured_outputs',
  'reasoning',
]);
