// Imported from its module, because fake timers replace the global one; commits follow no test's clock.
import { setImmediate } from 'node:timers';
import { isStoreUnavailable } from '@model-gateway/core';

/**
 * Runs `work` in a transaction that no other statement interrupts; SQLite is synchronous, so a
 * function is enough. It may run more than once, and only the last time counts.
 */
export type InTransaction<Transaction> = <T>(work: (transaction: Transaction) => T) => Promise<T>;

/** Runs works one after the other in one transaction, or none of them. */
export type Transact<Transaction> = (
  works: (transaction: Transaction) => readonly Settle[],
) => Promise<readonly Settle[]>;

/** Hands a result to the one who asked for it. */
type Settle = () => void;

interface Waiting<Transaction> {
  readonly run: (transaction: Transaction) => Settle;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers what is written in one turn of the event loop into one transaction: a single commit, which
 * waits for the disk, for all requests that arrived together, whose statements run while their code
 * is in the processor's caches. A work sees what those before it wrote. Where one throws, each runs
 * again in a transaction of its own.
 */
export class SharedTransactions<Transaction> {
  readonly #transact: Transact<Transaction>;
  #waiting: Waiting<Transaction>[] = [];
  #last: Promise<void> | undefined;

  constructor(transact: Transact<Transaction>) {
    this.#transact = transact;
  }

  readonly add: InTransaction<Transaction> = (work) =>
    new Promise((resolve, reject) => {
      const run = (transaction: Transaction) => {
        const result = work(transaction);
        return () => resolve(result);
      };
      this.#waiting.push({ run, reject });
      if (this.#waiting.length === 1) this.#last = this.#afterTurn(this.#last);
    });

  /** Resolves when all that was added is committed or refused. */
  async ended(): Promise<void> {
    await this.#last;
  }

  /** Meanwhile others may be added, and those are with it. */
  async #afterTurn(before: Promise<void> | undefined): Promise<void> {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    await before;
    const works = this.#waiting;
    this.#waiting = [];
    await this.#commit(works);
  }

  async #commit(works: readonly Waiting<Transaction>[]): Promise<void> {
    try {
      const settled = await this.#transact((transaction) =>
        works.map(({ run }) => run(transaction)),
      );
      for (const settle of settled) settle();
    } catch (error) {
      // An outage is everyone's.
      if (works.length === 1 || isStoreUnavailable(error)) {
        for (const { reject } of works) reject(error);
      } else for (const work of works) await this.#commit([work]);
    }
  }
}
