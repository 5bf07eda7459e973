import type { IdempotencyClaim, IdempotencyStore } from '../../ports/idempotency-store.ts';
import type { Ask } from '../../ports/deadline.ts';
import { isStoreUnavailable } from '../../ports/store-unavailable.ts';
import type { KeptAnswer } from './kept-answer.ts';

/** How the store is asked, and who hears of its errors. */
export interface ClaimContext {
  readonly store: IdempotencyStore;
  readonly ask: Ask;
  readonly report: (error: unknown) => void;
}

const KEEP_MS = 24 * 60 * 60_000;

/**
 * The one request that runs for an idempotency key. Only its first end counts, even if the store did
 * not take it: what was charged must not run again.
 */
export class Claim {
  readonly #claim: IdempotencyClaim;
  readonly #context: ClaimContext;
  #isOver = false;

  constructor(claim: IdempotencyClaim, context: ClaimContext) {
    this.#claim = claim;
    this.#context = context;
  }

  /** Keeps the answer for repetitions within a day. Never rejects: the client has its answer. */
  keep(answer: KeptAnswer): Promise<void> {
    return this.#end(JSON.stringify(answer));
  }

  /** Frees the key, so that the request can be sent again. Never rejects. */
  free(): Promise<void> {
    return this.#end(undefined);
  }

  async #end(answer: string | undefined): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    const { store, ask, report } = this.#context;
    try {
      await ask(STORE, () => store.finish(this.#claim, answer, KEEP_MS));
    } catch (error) {
      // A store reports its own outage, once and not with each request.
      if (!isStoreUnavailable(error)) report(error);
    }
  }
}

/** What the store is called in reports. */
export const STORE = 'the idempotency store';
