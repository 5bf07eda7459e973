import { StoreUnavailableError, systemClock } from '@model-gateway/core';
import { within } from '@model-gateway/core/kit';

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets the statements of one account have a share of the connections, and no more: those that wait for
 * its row, which something else has locked or which is asked for faster than it can be changed, would
 * leave none for others. More at once would only wait for the row.
 */
export class Shares {
  readonly #lines = new Map<string, Line>();
  readonly #share: number;
  readonly #deadlineMs: number;

  constructor(connections: number, deadlineMs: number) {
    this.#share = Math.ceil(connections / 2);
    this.#deadlineMs = deadlineMs;
  }

  /** Does the work in the turn of the account, which it waits for until the deadline. */
  async run<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    // No account pays, and no row of one is waited for.
    if (accountId === '') return work();
    const line = this.#lines.get(accountId) ?? { running: 0, waiting: [] };
    this.#lines.set(accountId, line);
    if (line.running < this.#share) line.running++;
    else await this.#turn(accountId, line);
    try {
      return await work();
    } finally {
      this.#pass(accountId, line);
    }
  }

  async #turn(accountId: string, line: Line): Promise<void> {
    const { promise, begin } = newTurn();
    line.waiting.push(begin);
    try {
      await within(systemClock, this.#deadlineMs, promise, tooMany);
    } catch (error) {
      const position = line.waiting.indexOf(begin);
      if (position >= 0) line.waiting.splice(position, 1);
      // It came with the deadline.
      else this.#pass(accountId, line);
      throw error;
    }
  }

  #pass(accountId: string, line: Line): void {
    const next = line.waiting.shift();
    if (next !== undefined) next();
    else if (--line.running === 0) this.#lines.delete(accountId);
  }
}

function newTurn() {
  let begin = () => {};
  const promise = new Promise<void>((resolve) => {
    begin = resolve;
  });
  return { promise, begin };
}

function tooMany(): StoreUnavailableError {
  return new StoreUnavailableError('busy', 'too many statements wait for one account');
}
