import { GatewayError } from '../errors.ts';
import type { BodyMemory } from '../bytes/body-memory.ts';
import type { GatewayRequest, GatewayResponse } from '../http/message.ts';
import { isPromise } from '../ports/maybe-promise.ts';
import type { Clock } from '../ports/clock.ts';
import { Claim } from './idempotency/claim.ts';
import type { IdempotentRequests, Repeatable } from './idempotency/idempotent-requests.ts';
import { sentAgain } from './idempotency/kept-answer.ts';
import type { AppliedGuardrail } from '../ports/guardrail-store.ts';
import type { ApiKey } from '../ports/key-store.ts';
import { isProviderFailure } from '../ports/provider-failure.ts';
import type { GenerationTrace } from '../telemetry/generation-trace.ts';
import { runAttempts, type AcceptedAttempt, type AttemptRules } from './attempts/attempt-loop.ts';
import { startBudget } from './attempts/time-budget.ts';
import { GenerationLog, type GenerationOrigin } from './charging/generation-log.ts';
import { payerOf } from './charging/payer.ts';
import { reserveCredits, type Payment } from './charging/payment.ts';
import { chargeTokens, hasTokenLimit, type TokenCharge } from './charging/token-charge.ts';
import type { AnswerContext } from './delivery/answer.ts';
import { settlesWithin } from '../ports/settles-within.ts';
import type { Routable } from './routing/preferences.ts';
import type { InferenceService } from './service.ts';

/**
 * What one kind of inference brings, such as images: how it asks an endpoint, and what it makes of
 * the answer. A `Candidate` is an endpoint with the job that fits it; a `Step` is what one read of
 * the network gave. A value for each request.
 */
export interface Kind<Candidate extends Routable, Step> extends AttemptRules<Candidate, Step> {
  /** The time limit of the request where the host sets none, in milliseconds. */
  readonly budgetMs: number;
  /**
   * Returns the candidates as they answer for at most so much, USD; those that can. Without it, what a
   * payer cannot afford is a 402.
   */
  within?(usd: string): readonly Candidate[];
  /** Answers with what a provider makes, in the form that the client speaks. */
  deliver(
    accepted: AcceptedAttempt<Candidate, Step>,
    context: AnswerContext,
  ): GatewayResponse | Promise<GatewayResponse>;
  /** Begins an answer although no endpoint has responded; without it the client waits. */
  readonly commit?: Commit<Candidate, Step>;
}

/** How an answer begins while its endpoints are still tried. */
export interface Commit<Candidate, Step> {
  /** How long after the request, in milliseconds. */
  readonly afterMs: number;
  /** Answers with what is to come. What goes wrong then can no longer become a status. */
  deliver(
    accepted: Promise<AcceptedAttempt<Candidate, Step>>,
    context: AnswerContext,
  ): GatewayResponse;
}

export interface InferContext {
  readonly inference: InferenceService;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
  readonly request: Pick<GatewayRequest, 'headers' | 'path' | 'signal' | 'onSent'>;
  /** What a repetition with the same idempotency key has to have in common. */
  readonly asked: Repeatable;
  /** That of long texts of the request, if nothing reads them after its answer. */
  readonly memory?: BodyMemory | undefined;
  /** Whose account pays, and whose limits hold; undefined for a request without a caller. */
  readonly caller: ApiKey | undefined;
  /** Those that hold for the caller. */
  readonly guardrails: readonly AppliedGuardrail[];
  /** Returns how many tokens the request will use, as far as that can be told. */
  readonly estimateTokens: () => number;
  /** What is known of the generation to be kept; undefined for a request without a caller. */
  readonly origin: GenerationOrigin | undefined;
  readonly trace: GenerationTrace | undefined;
}

/** Begun requests end within their budget, give or take what the process was busy with. */
const LEASE_MARGIN_MS = 60_000;

/**
 * Answers a request once, or with the answer that a request with its idempotency key had. Throws the
 * errors of `run`, and a 409. Source: contract §12.13.
 */
export function infer<Candidate extends Routable, Step>(
  kind: Kind<Candidate, Step>,
  candidates: readonly Candidate[],
  context: InferContext,
): Promise<GatewayResponse> {
  const { idempotent } = context.inference;
  return idempotent?.asks(context.request) === true
    ? runOnce(kind, candidates, context, idempotent)
    : run(kind, candidates, context, undefined);
}

async function runOnce<Candidate extends Routable, Step>(
  kind: Kind<Candidate, Step>,
  candidates: readonly Candidate[],
  context: InferContext,
  idempotent: IdempotentRequests,
): Promise<GatewayResponse> {
  const { inference, asked, request, trace } = context;
  const leaseMs = (inference.budgetMs ?? kind.budgetMs) + LEASE_MARGIN_MS;
  const begun = await idempotent.begin(asked, request, leaseMs);
  if (begun instanceof Claim) return run(kind, candidates, context, begun);
  trace?.note({ id: begun.id });
  return sentAgain(begun.whole);
}

/**
 * Answers a request by the first candidate that responds: reserves what it may cost, starts its time
 * budget, tries the candidates, and hands the one that responds to `kind.deliver`, which pays at the
 * end. Whatever is thrown, the credits, the memory and the time are free again. Throws 402, and the
 * error of the failed attempts. Source: contract §4.6, §4.7.
 */
async function run<Candidate extends Routable, Step>(
  kind: Kind<Candidate, Step>,
  candidates: readonly Candidate[],
  context: InferContext,
  claim: Claim | undefined,
): Promise<GatewayResponse> {
  const { inference, clock, report, request, memory, caller, guardrails } = context;
  const { estimateTokens, origin, trace } = context;
  const { ledger, generations, http, breakers, statistics, drained, random } = inference;
  const { isAffordable } = inference;
  // The day on which a request begins is charged, so one moment decides.
  const startedAt = clock.now();
  const log = origin && generations && new GenerationLog(generations, origin, clock, startedAt);
  let tokens: TokenCharge | undefined;
  let payment: Payment;
  let affordable = candidates;
  const { within } = kind;
  const cut =
    isAffordable && within !== undefined ? (usd: string) => (affordable = within(usd)) : undefined;
  try {
    // Most keys have no limit of tokens.
    if (hasTokenLimit(caller)) {
      tokens = await chargeTokens(caller, estimateTokens, { meter: inference.meter, clock });
    }
    const paying = caller && payerOf(caller, startedAt, guardrails, inference);
    const payer = isPromise(paying) ? await paying : paying;
    payment = await reserveCredits(payer, candidates, ledger, inference.watch, cut);
  } catch (error) {
    await tokens?.end(undefined, false).catch(report);
    await claim?.free();
    throw error;
  }
  const budget = startBudget(inference.budgetMs ?? kind.budgetMs, clock, request.signal);
  const { signal } = budget;
  const holding = inference.held.open();
  try {
    const loop = {
      clock,
      http,
      breakers,
      statistics,
      holding,
      drained,
      random,
      signal,
      trace,
      log,
      report,
    };
    const accepted = runAttempts(kind, affordable, loop);
    const answering = {
      payment,
      tokens,
      claim,
      budget,
      holding,
      request,
      memory,
      clock,
      random,
      report,
      trace,
      log,
    };
    const { commit } = kind;
    if (commit !== undefined && !(await settlesWithin(accepted, commit.afterMs, clock))) {
      return commit.deliver(accepted, answering);
    }
    return await kind.deliver(await accepted, answering);
  } catch (error) {
    budget.end();
    holding.end();
    await payment.release().catch(report);
    await tokens?.end(undefined, false).catch(report);
    await claim?.free();
    // The budget is used up; failures of providers are handled above.
    if (isProviderFailure(error)) throw new GatewayError('timedOut', { cause: error });
    throw error;
  }
}
