import type { Bill } from '../../inference/delivery/answer.ts';
import { toNumber } from '../../money/decimal.ts';
import type { ChatPart, ChatUsage } from '../../ports/chat-parts.ts';
import type { Counted } from '../../telemetry/drained-call.ts';
import type { ChatCandidate } from '../routing/candidates.ts';
import type { WrittenUsage } from '../dialects/written-usage.ts';
import { chargeOf } from '../../inference/money/charge.ts';
import type { ChargeSheet } from '../../inference/money/charge-sheet.ts';
import { estimatedTokens, estimatedTokensOf } from '../../inference/money/tokens.ts';

/** What so much of an answer costs. */
interface Charged {
  readonly bytes: number;
  readonly isComplete: boolean;
  readonly usage: ChatUsage;
  readonly sheet: ChargeSheet;
}

/**
 * Counts one answer for its bill: what the provider said, and what the client took of it. Source:
 * contract §12.10.
 */
export class Tally {
  readonly #candidate: ChatCandidate;
  #told: ChatUsage | undefined;
  #finishReason: string | undefined;
  /** Bytes that the client took, of the answer's own text. */
  #taken = 0;
  #isComplete = false;
  /** What was charged last: of a whole answer the client is told what the bill then has. */
  #charged: Charged | undefined;

  constructor(candidate: ChatCandidate) {
    this.#candidate = candidate;
  }

  /** Bytes of text that the client took. */
  get taken(): number {
    return this.#taken;
  }

  /** Notes what the provider counted, the last word counts, and why it finished. */
  heard(parts: readonly ChatPart[]): void {
    for (const part of parts) {
      if (part.type === 'usage') {
        this.#told = part.usage;
        this.#charged = undefined;
      } else if (part.type === 'finish') this.#finishReason = part.reason;
    }
  }

  /** The client took this many bytes of text. */
  took(bytes: number): void {
    this.#taken += bytes;
  }

  /** The answer is whole and the client took all of it. */
  completed(): void {
    this.#isComplete = true;
  }

  /** The counts and the cost of the whole answer, of which `bytes` are text: an empty one is free. */
  written(bytes: number): WrittenUsage {
    const { usage, sheet } = this.#charge(bytes, true);
    return { usage, cost: bytes === 0 ? 0 : toNumber(sheet.sum) };
  }

  /** What the client owes for what it took; nothing where it took nothing. */
  get bill(): Bill {
    const finishReason = this.#finishReason;
    if (this.#taken === 0) {
      return { usage: this.#recorded(this.#told), costUsd: undefined, finishReason };
    }
    const { usage, sheet } = this.#charge(this.#taken, this.#isComplete);
    return { usage: this.#recorded(usage), costUsd: sheet.usd, items: sheet.items, finishReason };
  }

  /** What the provider counted and what that costs; undefined unless it counted everything. */
  get counted(): Counted | undefined {
    const usage = this.#isTold ? this.#recorded(this.#told) : undefined;
    return usage && { usage, costUsd: this.#charge(this.#taken, true).sheet.usd };
  }

  get #isTold(): boolean {
    return this.#told?.inputTokens !== undefined && this.#told.outputTokens !== undefined;
  }

  /**
   * What was told, else estimated. The counts of an answer that was left or broken off may lag
   * behind what was taken.
   */
  #usageOf(bytes: number, isComplete: boolean): ChatUsage {
    const { inputTokens = estimatedTokensOf(this.#candidate.size), outputTokens } =
      this.#told ?? {};
    const estimate = estimatedTokens(bytes);
    const known = isComplete ? outputTokens : Math.max(outputTokens ?? 0, estimate);
    return { ...this.#told, inputTokens, outputTokens: known ?? estimate };
  }

  #charge(bytes: number, isComplete: boolean): Charged {
    if (this.#charged?.bytes === bytes && this.#charged.isComplete === isComplete) {
      return this.#charged;
    }
    const usage = this.#usageOf(bytes, isComplete);
    const sheet = chargeOf(usage, this.#candidate, this.#candidate.size);
    return (this.#charged = { bytes, isComplete, usage, sheet });
  }

  #recorded(usage: ChatUsage | undefined): Bill['usage'] {
    if (usage === undefined) return undefined;
    return {
      promptTokens: usage.inputTokens,
      completionTokens: usage.outputTokens,
      cacheReadTokens: usage.cacheReadTokens,
      cacheWriteTokens: usage.cacheWriteTokens,
      reasoningTokens: usage.reasoningTokens,
      isEstimated: this.#isTold ? undefined : true,
    };
  }
}
