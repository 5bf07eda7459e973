import type { Clock } from '../../ports/clock.ts';
import type { ChargeItem, Generation, GenerationStore } from '../../ports/generation-store.ts';
import type { RecordedUsage } from '../../ports/request-record.ts';
import type { DrainedCall } from '../../telemetry/drained-call.ts';
import type { EndpointId } from '../attempts/attempt-loop.ts';
import type { Payment } from './payment.ts';

/** Where a store keeps generations, for all requests of a gateway. */
export interface GenerationKeeping {
  readonly store: GenerationStore;
  /** Whether the ledger writes a generation to the store in the step that charges for it. */
  readonly isLedgers: boolean;
}

/** What is known of a generation before it begins. */
export type GenerationOrigin = Pick<
  Generation,
  'operation' | 'accountId' | 'keyHash' | 'userId' | 'workspaceId' | 'sessionId' | 'model'
>;

/** How it ended. */
export interface GenerationEnd {
  readonly id: string;
  readonly isStream: boolean;
  readonly isCancelled: boolean;
  readonly finishReason: string | undefined;
  readonly usage: RecordedUsage | undefined;
  /** USD; undefined where nothing is charged. */
  readonly costUsd: string | undefined;
  readonly items: readonly ChargeItem[] | undefined;
}

/** Gathers what one generation was, and has it stored with its charge. Source: contract §15.1. */
export class GenerationLog {
  readonly #keeping: GenerationKeeping;
  readonly #origin: GenerationOrigin;
  readonly #clock: Clock;
  readonly #startedAt: number;
  #served: Pick<Generation, 'provider' | 'model'> | undefined;
  #firstOutputMs: number | null = null;
  /** The call that is read although the client has left. */
  #drained: DrainedCall | undefined;

  /** `startedAt` is in milliseconds since the Unix epoch, the same as that of the payment. */
  constructor(
    keeping: GenerationKeeping,
    origin: GenerationOrigin,
    clock: Clock,
    startedAt: number,
  ) {
    this.#keeping = keeping;
    this.#origin = origin;
    this.#clock = clock;
    this.#startedAt = startedAt;
  }

  servedBy({ provider: { slug, name }, model }: EndpointId): void {
    this.#served = { provider: { slug, name }, model };
  }

  /** The client gets something; only the first time counts. */
  output(): void {
    this.#firstOutputMs ??= this.#elapsed();
  }

  /** The client has left, and what its provider counts is still to come. */
  drains(call: DrainedCall): void {
    this.#drained = call;
  }

  /**
   * Ends the payment, and stores the generation: in the same step where the ledger can. Where a call
   * is still read both follow its end, and nobody waits for them.
   */
  end(payment: Payment, end: GenerationEnd): Promise<void> {
    const ms = this.#elapsed();
    if (this.#drained === undefined) return this.#end(payment, end, ms);
    this.#endLater(this.#drained, payment, end, ms);
    return Promise.resolve();
  }

  #endLater(drained: DrainedCall, payment: Payment, end: GenerationEnd, ms: number): void {
    drained.whenRead((counted) =>
      this.#end(payment, { ...end, usage: counted?.usage ?? end.usage }, ms),
    );
  }

  #end(payment: Payment, end: GenerationEnd, ms: number): Promise<void> {
    const { costUsd } = end;
    const generation = this.#generation(end, ms);
    return costUsd !== undefined && this.#keeping.isLedgers
      ? payment.settle(costUsd, generation)
      : this.#endApart(payment, generation, end);
  }

  async #endApart(
    payment: Payment,
    generation: Generation,
    { costUsd }: GenerationEnd,
  ): Promise<void> {
    await (costUsd === undefined ? payment.release() : payment.settle(costUsd, generation));
    await this.#keeping.store.add(generation);
  }

  #generation(end: GenerationEnd, ms: number): Generation {
    const { operation, accountId, keyHash, userId, workspaceId, sessionId } = this.#origin;
    const { provider = null, model = this.#origin.model } = this.#served ?? {};
    const { usage, items } = end;
    // Each by its name: V8 takes several times as long to spread them.
    const generation: Generation & { items?: readonly ChargeItem[] } = {
      operation,
      accountId,
      keyHash,
      userId,
      workspaceId,
      sessionId,
      model,
      provider,
      id: end.id,
      createdAt: this.#startedAt,
      isStream: end.isStream,
      isCancelled: end.isCancelled,
      finishReason: end.finishReason ?? null,
      ms,
      firstOutputMs: this.#firstOutputMs,
      promptTokens: usage?.promptTokens ?? null,
      completionTokens: usage?.completionTokens ?? null,
      reasoningTokens: usage?.reasoningTokens ?? null,
      cachedTokens: usage?.cacheReadTokens ?? null,
      costUsd: end.costUsd ?? '0',
    };
    if (items !== undefined) generation.items = items;
    return generation;
  }

  #elapsed(): number {
    return Math.max(0, Math.round(this.#clock.now() - this.#startedAt));
  }
}
