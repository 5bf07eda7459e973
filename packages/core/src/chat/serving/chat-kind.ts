import type { AttemptLimits } from '../../inference/attempts/attempt-timer.ts';
import type { Kind } from '../../inference/infer.ts';
import type { ConversationOptions } from '../../inference/service.ts';
import type { Warning } from '../../inference/delivery/header-text.ts';
import type { JsonObject } from '../../json-value.ts';
import type { ChatAnswer } from '../../ports/chat-provider.ts';
import type { FailureClass } from '../../ports/provider-failure.ts';
import type { ReadConversation } from '../dialects/dialect.ts';
import type { ChatCandidate } from '../routing/candidates.ts';
import type { Writing } from './answer-form.ts';
import { CheckedSteps, type ChatStep } from './checked-steps.ts';
import { deliverStream, deliverWhole } from './deliver.ts';
import { FetchedMedia } from '../fit/fetched-media.ts';
import { HEALING } from './heal-answer.ts';
import { Tally } from './tally.ts';
import { isOutput } from '../money/payload.ts';

/** Times of contract §12.9; a whole answer shows its first output when it is over. */
const LIMITS: AttemptLimits = {
  connectMs: 5000,
  firstByteMs: 60_000,
  idleMs: Infinity,
  firstOutputMs: 600_000,
  betweenOutputsMs: 120_000,
  wholeMs: 1_800_000,
};
const STREAM_LIMITS: AttemptLimits = { ...LIMITS, firstOutputMs: 300_000 };

const COMMIT_AFTER_MS = 15_000;

/** One conversation, and who speaks it. */
export interface ChatKindOptions {
  readonly dialect: Writing;
  readonly read: Pick<ReadConversation, 'request' | 'warnings' | 'echo' | 'plugins'>;
  readonly conversations: ConversationOptions;
  /** Called with the endpoint that responds. */
  readonly onServed: (candidate: ChatCandidate) => void;
  /** Called with the endpoint whose answer read some of the prompt from a cache. */
  readonly onCacheRead: (candidate: ChatCandidate) => void;
  /** Called with each endpoint that fails. */
  readonly onFailed: (candidate: ChatCandidate, failure: FailureClass) => void;
  /** Returns the endpoints with an answer that costs at most so much, USD. */
  readonly within: (usd: string) => readonly ChatCandidate[];
  /** Called with a URL that could not be fetched, and why. */
  readonly onRefused: ConstructorParameters<typeof FetchedMedia>[0];
  /** What says how the request was routed, where the client wants to know. */
  readonly routing: (() => JsonObject) | undefined;
}

/** Returns how one conversation is continued. A step is what one read of the network gave. */
export function chatKind({
  dialect,
  read: { request, warnings, echo, plugins },
  conversations,
  onServed,
  onCacheRead,
  onFailed,
  within,
  onRefused,
  routing,
}: ChatKindOptions): Kind<ChatCandidate, ChatStep> {
  const { stream } = request;
  const { commitAfterMs = COMMIT_AFTER_MS } = conversations;
  let media: FetchedMedia | undefined;
  /** What providers said of their answers beside the steps. */
  let said: Map<ChatCandidate, readonly Warning[]> | undefined;
  const mayHeal = plugins.heals === true && !stream && request.format.kind !== 'text';
  const unhealed = plugins.heals === true && !mayHeal ? [{ ...HEALING, note: 'ignored' }] : [];
  const warningsOf = (candidate: ChatCandidate) => [
    ...warnings,
    ...unhealed,
    ...candidate.warnings,
    ...(said?.get(candidate) ?? []),
  ];
  // Named one by one: to spread what is known takes longer.
  const form = {
    dialect,
    request,
    echo,
    mayHeal,
    warningsOf,
    onServed,
    onCacheRead,
    onFailed,
    routing,
  };
  return {
    inputPath: dialect.inputPath,
    budgetMs: LIMITS.wholeMs,
    within,
    limits: ({ endpoint }) =>
      limitsOf(endpoint.limits ?? {}, conversations, stream ? STREAM_LIMITS : LIMITS),
    prepare({ job, endpoint }, context) {
      if (endpoint.fetches === undefined) return undefined;
      return (media ??= new FetchedMedia(onRefused)).load(job, endpoint, context);
    },
    start(candidate, context) {
      const { face: provider, endpoint } = candidate;
      const job = media === undefined ? candidate.job : media.within(candidate.job, endpoint);
      const onAnswer = ({ warnings: reported = [] }: ChatAnswer) => {
        if (reported.length === 0) return void said?.delete(candidate);
        const { parameterNames: names = {} } = dialect;
        const named = reported.map(({ parameter, note }) => ({
          parameter: names[parameter] ?? parameter,
          note,
        }));
        (said ??= new Map()).set(candidate, named);
      };
      const { issuer } = endpoint;
      return new CheckedSteps({ provider, job, issuer, onAnswer }, context);
    },
    // A whole answer has responded when it is over, which is a response, too.
    response: () => (parts) => stream && isOutput(parts),
    isOutput,
    onFailed,
    listening,
    metering: { isStreamed: stream, tokensAt },
    mayFollow: (next, failed, failure) =>
      failure !== 'context' || next.endpoint.contextTokens > failed.endpoint.contextTokens,
    deliver: (accepted, context) =>
      stream ? deliverStream(accepted, form, context) : deliverWhole(accepted, form, context),
    ...(stream &&
      commitAfterMs > 0 && {
        commit: {
          afterMs: commitAfterMs,
          deliver: (accepted, context) => deliverStream(accepted, form, context),
        },
      }),
  };
}

function listening(candidate: ChatCandidate): Tally | undefined {
  return candidate.endpoint.onClientLeft === 'drain' ? new Tally(candidate) : undefined;
}

/** Returns the first that is set of each. Named one by one, because to spread them takes longer. */
function limitsOf(
  own: Partial<AttemptLimits>,
  host: ConversationOptions,
  usual: AttemptLimits,
): AttemptLimits {
  return {
    connectMs: own.connectMs ?? host.connectMs ?? usual.connectMs,
    firstByteMs: own.firstByteMs ?? host.firstByteMs ?? usual.firstByteMs,
    idleMs: own.idleMs ?? usual.idleMs,
    firstOutputMs: own.firstOutputMs ?? host.firstOutputMs ?? usual.firstOutputMs,
    betweenOutputsMs: own.betweenOutputsMs ?? host.betweenOutputsMs ?? usual.betweenOutputsMs,
    wholeMs: own.wholeMs ?? host.wholeMs ?? usual.wholeMs,
  };
}

/** The last word of the provider counts. */
function tokensAt(parts: ChatStep): number | undefined {
  return parts.findLast((part) => part.type === 'usage')?.usage.outputTokens;
}
