import type { Clock } from '@model-gateway/core';
import type { ChatEndpoint, ChatParameter, Wire } from '@model-gateway/core/chat';
import { parameterNames, present } from '@model-gateway/core/kit';
import { catalogEntry } from '../options/catalog-entry.ts';
import { datedModels, type DatedModels, type ServedModel } from '../options/dated-models.ts';
import type {
  ChatAbilities,
  ChatEntry,
  ChatRow,
  ChatTable,
  ChatTraits,
  OtherApi,
} from './chat-model.ts';

/** A language model that is served. */
export type ChatModel = ServedModel<ChatRow, ChatEndpoint>;

/** An interface as far as models are concerned. */
interface ChatApi {
  readonly wire: Wire;
  /** Whether each model is an issuer of its own. */
  readonly sealsByModel?: boolean;
}

interface ResolveOptions<Api> {
  readonly table: ChatTable;
  /** What an entry has that inherits from none. */
  readonly usual: Partial<ChatAbilities>;
  /** Its interfaces, by `api` of the models. */
  readonly apis: { readonly chat: Api } & Readonly<Partial<Record<OtherApi, Api>>>;
  /** Returns what an interface decides for its models. */
  readonly traitsOf?: (api: Api) => ChatTraits | undefined;
  readonly provider: { readonly name: string; readonly slug: string };
  readonly clock: Pick<Clock, 'now'>;
}

/** Returns the language models of a provider. Throws `TypeError` for an entry that is not complete. */
export function chatModels<Api extends ChatApi>(
  entries: Readonly<Record<string, ChatEntry>> | undefined,
  { table, usual, apis, traitsOf, provider, clock }: ResolveOptions<Api>,
): DatedModels<ChatRow, ChatEndpoint> {
  return datedModels<ChatRow, ChatEntry, ChatEndpoint>({
    clock,
    table,
    entries,
    catalogEntryOf: (id, row) =>
      catalogEntry(id, row, provider, {
        inputs: row.inputs,
        output: 'text',
        context_length: row.context,
        pricing: row.pricing,
        top_provider: {
          context_length: row.context,
          max_completion_tokens: row.maxOutput,
          is_moderated: false,
        },
        parameters: parameterNames(row.parameters),
      }),
    modelOf(id, given, base, repriced) {
      const { like: _, ...entry } = given;
      const isPriced = entry.pricing !== undefined;
      const { uncertainPrice, ...known } = base ?? ownRow(id, { ...usual, ...entry });
      const whole = {
        ...known,
        ...present({ pricing: repriced }),
        ...(!isPriced && present({ uncertainPrice })),
        ...present(entry),
      };
      const row = whole.api === 'responses' ? overResponses(whole) : whole;
      const api = apis[row.api ?? 'chat'];
      if (api === undefined) {
        throw new TypeError(
          `models["${id}"].api must be ${Object.keys(apis).join(' or ')}: this provider has no other interface, got ${String(row.api)}`,
        );
      }
      const sealer = api.sealsByModel === true ? `/${row.upstream}` : '';
      const issuer = `${api.wire}@${provider.slug}${sealer}`;
      return { row, endpoint: { ...endpointOf(row, api.wire, issuer), ...traitsOf?.(api) } };
    },
  });
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
  const { maxOutput = context, maxStops } = entry;
  const facts = { name, upstream, source: 'your configuration', asOf: '' };
  const stops = present({ maxStops });
  return { ...facts, context, maxOutput, inputs, parameters, pricing, ...stops };
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
    limits,
    onClientLeft,
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
    ...present({ reasoning, maxStops, limits, onClientLeft }),
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
