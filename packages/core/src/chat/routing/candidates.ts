import { GatewayError } from '../../errors.ts';
import type { EndpointId } from '../../inference/attempts/attempt-loop.ts';
import type { Warning } from '../../inference/delivery/header-text.ts';
import {
  findCandidates,
  type Fitted,
  type RoutingContext,
} from '../../inference/routing/find-candidates.ts';
import type { WantedModel } from '../../inference/routing/wanted-model.ts';
import { compare, parseDecimal } from '../../money/decimal.ts';
import type { ChatEndpoint, ChatJob } from '../../ports/chat-provider.ts';
import type { ChatRequest } from '../../ports/conversation.ts';
import type { ChatProviderPreferences } from '../../resources/chat-provider-preferences.ts';
import { compressed } from '../fit/compress.ts';
import { fitToEndpoint, type ParameterNames } from '../fit/fit-to-endpoint.ts';
import { issuersIn, issuersOf } from '../fit/foreign-seals.ts';
import { cutTo } from '../money/cut-answer.ts';
import { sizeOf, type ConversationSize } from '../money/size.ts';
import { upperBound } from '../money/upper-bound.ts';

/** A conversation as it fits an endpoint. */
interface FittedConversation {
  readonly job: ChatJob;
  readonly size: ConversationSize;
  readonly warnings: readonly Warning[];
  readonly upperBound: string;
}

/** One endpoint that can continue the conversation, and how. */
export type ChatCandidate = Fitted<'chat', FittedConversation>;

/** A conversation, and what the client wishes of the gateway. */
export interface AskedConversation {
  readonly request: ChatRequest;
  readonly preferences: ChatProviderPreferences;
  /** A pseudonym of the end user. */
  readonly user: string | undefined;
  readonly names?: ParameterNames | undefined;
  /** Whether the gateway fetches URLs of media for endpoints that do not. */
  readonly mayFetch: boolean;
  /** Whether turns may be dropped where the conversation is too long. */
  readonly compresses?: true | undefined;
  /** The most that an answer may cost, USD; without it as much as it likes. */
  readonly spendable?: string | undefined;
  /** Whether this endpoint has the prompt of the session in its cache. */
  readonly isHome: (endpoint: EndpointId) => boolean;
}

/**
 * Returns the endpoints that can continue a conversation, in the order in which they are tried, or
 * the error that says why none is left. Of a model's, the issuer of sealed data in the conversation
 * comes first, whatever the preferences. Source: contract §12.6, §12.11.
 */
export function findChatCandidates(
  { request, preferences, user, names, mayFetch, compresses, spendable, isHome }: AskedConversation,
  models: readonly WantedModel[],
  routing: RoutingContext,
): readonly ChatCandidate[] | GatewayError {
  const wholeSize = sizeOf(request);
  const rules = { names, mayFetch };
  // Most models have one endpoint, and nothing comes before it.
  let issuers: ReadonlySet<string> | undefined;
  const hasIssued = (issuer: string) => (issuers ??= issuersIn(request.messages)).has(issuer);
  return findCandidates<'chat', FittedConversation>(
    {
      face: 'chat',
      models,
      preferences,
      fit({ provider, model, endpoint }) {
        const asked = compresses ? compressed(request, endpoint) : request;
        const size = asked === request ? wholeSize : sizeOf(asked);
        const here = asked.model === model ? asked : { ...asked, model };
        const fit = fitToEndpoint(here, size, provider, endpoint, preferences, rules);
        if ('message' in fit) return fit;
        const { options } = fit;
        const warnings = [...fit.warnings, ...droppedFrom(request, asked, names)];
        const job = { request: fit.request, options, user };
        if (spendable === undefined) {
          return { job, size, warnings, upperBound: upperBound(fit.request, size, endpoint) };
        }
        const cut = cutTo(spendable, fit.request, size, endpoint);
        if (cut === undefined) return new GatewayError('insufficientCredits');
        return {
          ...withMost(cut.maxOutputTokens, job, warnings, names),
          size,
          upperBound: cut.cost,
        };
      },
      mustComeFirst: ({ endpoint }) => issuersOf(endpoint).some(hasIssued),
      isWarm: (one) => isCachedCheaper(one.endpoint) && isHome(one),
    },
    routing,
  );
}

/** Returns the job with a shorter answer, and the report of that; all as it was where none is said. */
function withMost(
  maxOutputTokens: number | undefined,
  job: ChatJob,
  warnings: readonly Warning[],
  { max_tokens: parameter = 'max_tokens' }: ParameterNames = {},
): Pick<FittedConversation, 'job' | 'warnings'> {
  if (maxOutputTokens === undefined) return { job, warnings };
  return {
    job: { ...job, request: { ...job.request, maxOutputTokens } },
    warnings: [...warnings, { parameter, note: `clamped:${maxOutputTokens}` }],
  };
}

function droppedFrom(
  { messages: all }: ChatRequest,
  { messages: kept }: ChatRequest,
  { messages: parameter = 'messages' }: ParameterNames = {},
): readonly Warning[] {
  const dropped = all.length - kept.length;
  return dropped === 0 ? [] : [{ parameter, note: `dropped:${dropped}` }];
}

function isCachedCheaper({ pricing }: ChatEndpoint): boolean {
  const { prompt, input_cache_read: read } = pricing;
  const whole = parseDecimal(prompt);
  const cached = read === undefined ? undefined : parseDecimal(read);
  return whole !== undefined && cached !== undefined && compare(cached, whole) < 0;
}
