import type { Clock } from '../ports/clock.ts';
import type { Ask } from '../ports/deadline.ts';
import type { IdempotencyStore } from '../ports/idempotency-store.ts';
import type { CreditLedger } from '../ports/credit-ledger.ts';
import type { HttpClient } from '../ports/http-client.ts';
import type { Provider } from '../ports/provider.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import { meterInTime, type RateMeter } from '../ports/rate-meter.ts';
import type { GuardrailStore } from '../ports/guardrail-store.ts';
import type { BudgetStore, SpendingWarning } from '../ports/spending.ts';
import { Breakers, type BreakerOptions } from './attempts/breakers.ts';
import { DrainedCalls } from './attempts/drained-calls.ts';
import { HeldBytes } from './attempts/held-bytes.ts';
import { IdempotentRequests } from './idempotency/idempotent-requests.ts';
import { EndpointStatistics } from './statistics/endpoint-statistics.ts';
import { Stickiness } from './routing/stickiness.ts';
import type { GenerationKeeping } from './charging/generation-log.ts';
import { PendingCharges } from './charging/pending-charges.ts';
import { SpendingWatch } from './charging/spending-watch.ts';

/** Options of every operation that calls a provider. Source: contract §4. */
export interface InferenceOptions {
  /** The ledger that is charged; without one nothing is charged. */
  readonly ledger?: CreditLedger | undefined;
  /**
   * Whether credit accounts pay; true by default. With false only the limits of keys, workspaces and
   * organizations hold, and what keys without them use is free. Source: contract §2.9.
   */
  readonly chargeAccounts?: boolean | undefined;
  /**
   * What is reserved of a payer who has less than an answer may cost: `whole`, the default, is a 402;
   * `affordable` reserves what there is and has the answer of a conversation cut to what that pays for
   * (`finish_reason: length`). Needs a ledger with `available`. Source: contract §12.10.
   */
  readonly reserve?: 'whole' | 'affordable' | undefined;
  /**
   * Called when 50, 80 and 100 % of a limit in USD are reached, of a key, a workspace or an
   * organization: once each in a window, by one of the processes that share a ledger, up to 10 s
   * later. Needs a ledger with `spending.claim`. Source: contract §2.11.
   */
  readonly onSpending?: ((warning: SpendingWarning) => void) | undefined;
  /** The gateway's own limit of requests, the same for every key; undefined for no limit. */
  readonly limiter?: RateLimiter | undefined;
  /**
   * Counts requests and tokens by the minute, for keys that have a limit of them; without one such
   * keys are refused with a 500. Source: contract §2.10.
   */
  readonly meter?: RateMeter | undefined;
  /**
   * Remembers requests with an `idempotency-key`, so that none runs twice; without one the header is
   * ignored. Source: contract §12.13.
   */
  readonly idempotency?: IdempotencyStore | undefined;
  /** The guarded HTTP client for URLs in requests; without one only data URLs are accepted. */
  readonly http?: HttpClient | undefined;
  /**
   * The time limit of a request in milliseconds, including a stream's reader; 300,000 by default for
   * images, 1,800,000 for conversations. Source: contract §4.6, §12.9.
   */
  readonly budgetMs?: number | undefined;
  /**
   * How many bytes of providers' answers to hold at once, 64 MiB by default. Beyond that, answers
   * are read one after the other. One answer alone may be larger. Source: contract §4.11.
   */
  readonly maxHeldBytes?: number | undefined;
  /** When an endpoint that fails is left alone, and for how long. Source: contract §4.6. */
  readonly breaker?: BreakerOptions | undefined;
  /**
   * The limits of an attempt in milliseconds, for conversations: until the request is sent, from
   * there to the first byte, to the first output, between outputs, and in total. Source: contract
   * §12.9.
   */
  readonly connectMs?: number | undefined;
  readonly firstByteMs?: number | undefined;
  readonly firstOutputMs?: number | undefined;
  readonly betweenOutputsMs?: number | undefined;
  readonly wholeMs?: number | undefined;
  /**
   * After how many milliseconds without output a stream begins anyway, so that nobody takes it for
   * dead; 15,000 by default, 0 for never. Source: contract §12.9.
   */
  readonly commitAfterMs?: number | undefined;
  /**
   * Which of several healthy endpoints continues a conversation: `weighted`, the default, draws
   * cheap ones more often; `cheapest` always takes the cheapest. Source: contract §12.6.
   */
  readonly routing?: 'weighted' | 'cheapest' | undefined;
  /** Names of your own for models: from name to id. Source: contract §12.6. */
  readonly aliases?: Readonly<Record<string, string>> | undefined;
  /** From 0 to 1, for back-off and generation ids; `Math.random` by default. */
  readonly random?: (() => number) | undefined;
}

/** The options that are for conversations only. */
export type ConversationOptions = Pick<
  InferenceOptions,
  | 'connectMs'
  | 'firstByteMs'
  | 'firstOutputMs'
  | 'betweenOutputsMs'
  | 'wholeMs'
  | 'commitAfterMs'
  | 'routing'
  | 'aliases'
>;

/**
 * What all operations of one gateway share that call providers: one ledger of pending charges, one
 * breaker and the statistics of each endpoint, one limit for the memory of answers.
 */
export interface InferenceService {
  readonly providers: Iterable<Provider>;
  readonly breakers: Breakers;
  readonly statistics: EndpointStatistics;
  readonly stickiness: Stickiness;
  readonly held: HeldBytes;
  readonly drained: DrainedCalls;
  readonly ledger: PendingCharges | undefined;
  /** Undefined where nobody asks to be warned. */
  readonly watch: SpendingWatch | undefined;
  readonly chargesAccounts: boolean;
  /** Whether answers are cut to what a payer has. */
  readonly isAffordable: boolean;
  readonly limiter: RateLimiter | undefined;
  readonly meter: RateMeter | undefined;
  readonly idempotent: IdempotentRequests | undefined;
  /** Undefined where generations are not kept. */
  readonly generations: GenerationKeeping | undefined;
  /** Undefined where only keys have limits. */
  readonly budgets: BudgetStore | undefined;
  /** Undefined where none act. */
  readonly guardrails: GuardrailStore | undefined;
  readonly http: HttpClient | undefined;
  /** Undefined where each kind of inference has its own. */
  readonly budgetMs: number | undefined;
  readonly random: () => number;
  readonly conversations: ConversationOptions;
}

const MAX_HELD_BYTES = 64 * 1024 * 1024;

export function createInferenceService(
  providers: Iterable<Provider>,
  options: InferenceOptions,
  clock: Clock,
  report: (error: unknown) => void,
  ask: Ask,
  {
    generations,
    budgets,
    guardrails,
  }: {
    readonly generations?: GenerationKeeping | undefined;
    readonly budgets?: BudgetStore | undefined;
    readonly guardrails?: GuardrailStore | undefined;
  } = {},
): InferenceService {
  const { ledger, onSpending, idempotency: store } = options;
  const book = ledger?.spending;
  return {
    providers,
    breakers: new Breakers(clock, options.breaker),
    statistics: new EndpointStatistics(clock),
    stickiness: new Stickiness(clock),
    held: new HeldBytes(options.maxHeldBytes ?? MAX_HELD_BYTES),
    drained: new DrainedCalls(clock, report),
    ledger: ledger && new PendingCharges(ledger, { clock, report }),
    watch: book && onSpending && new SpendingWatch(book, { clock, ask, report, onSpending }),
    chargesAccounts: options.chargeAccounts ?? true,
    isAffordable: options.reserve === 'affordable',
    limiter: options.limiter,
    meter: options.meter && meterInTime(options.meter, ask),
    idempotent: store && new IdempotentRequests({ store, ask, report }),
    generations,
    budgets,
    guardrails,
    http: options.http,
    budgetMs: options.budgetMs,
    random: options.random ?? Math.random,
    conversations: options,
  };
}
