// Imported from its module, because fake timers replace the global one; commits follow no test's clock.
import { setImmediate } from 'node:timers';
import { isStoreUnavailable } from '@model-gateway/core';

/**
 * Runs `work` in a transaction that no other statement interrupts; SQLite is synchronous, so a
 * function is enough. It may run more than once, and only the last time counts.
 */
export type InTransaction<Transaction> = <T>(work: (transaction: Transaction) => T) => Promise<T>;

interface Waiting<Transaction> {
  readonly work: (transaction: Transaction) => unknown;
  /** Takes what its own work returned. */
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers what is written in one turn of the event loop into one transaction: a single commit, which
 * waits for the disk, for all requests that arrived together, whose statements run while their code
 * is in the processor's caches. A work sees what those before it wrote. Where one throws, each runs
 * again in a transaction of its own. Work that comes alone is not kept waiting for others. If all
 * that waits is patient, it also waits for the work of the next turn.
 */
export class SharedTransactions<Transaction> {
  readonly #transact: InTransaction<Transaction>;
  readonly #isFree: () => boolean;
  #waiting: Waiting<Transaction>[] = [];
  /** Whether all that waits is patient. */
  #isPatient = true;
  #last: Promise<void> | undefined;
  /** Whether the last turn that was waited for had several. */
  #wereSeveral = false;

  /** `isFree` says whether a transaction could begin at once. */
  constructor(transact: InTransaction<Transaction>, isFree: () => boolean = () => true) {
    this.#transact = transact;
    this.#isFree = isFree;
  }

  /**
   * Runs `work` with all that is added in this turn; at once if `isAlone`, which says that nothing
   * else is expected, unless something was: others wait, or the last that waited were several. Nor
   * where it would have to wait for its turn: while a file is locked, all must not try one by one.
   * With `isPatient` it may wait for another turn, unless something waits that is not.
   */
  add<T>(work: (transaction: Transaction) => T, isAlone = false, isPatient = false): Promise<T> {
    const isFirst = this.#waiting.length === 0 && !this.#wereSeveral;
    if (isAlone && isFirst && this.#isFree()) return this.#transact(work);
    return new Promise<T>((resolve, reject) => {
      // It is called with nothing but what this work returned.
      this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject });
      this.#isPatient &&= isPatient;
      if (this.#waiting.length === 1) this.#last = this.#afterTurn(this.#last);
    });
  }

  /** Resolves when all that was added is committed or refused. */
  async ended(): Promise<void> {
    await this.#last;
  }

  /** Meanwhile others may be added, and those are with it. */
  async #afterTurn(before: Promise<void> | undefined): Promise<void> {
    await endOfTurn();
    if (this.#isPatient) await endOfTurn();
    await before;
    const works = this.#waiting;
    this.#waiting = [];
    this.#isPatient = true;
    this.#wereSeveral = works.length > 1;
    await this.#commit(works);
  }

  async #commit(works: readonly Waiting<Transaction>[]): Promise<void> {
    try {
      const results = await this.#transact((transaction) =>
        works.map(({ work }) => work(transaction)),
      );
      for (let i = 0; i < results.length; i++) works[i]?.resolve(results[i]);
    } catch (error) {
      // An outage is everyone's.
      if (works.length === 1 || isStoreUnavailable(error)) {
        for (const { reject } of works) reject(error);
      } else for (const work of works) await this.#commit([work]);
    }
  }
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
