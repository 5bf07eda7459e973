import { StoreUnavailableError, systemClock, type Clock } from '@model-gateway/core';
import { within } from '@model-gateway/core/kit';
import { cancelStatement } from './cancel-statement.ts';
import { endsConnection, toStoreError } from './failures.ts';
import type { PostgresClient, PostgresPool, PostgresQuery, PostgresResult } from './pool.ts';

/**
 * Runs statements with a timeout, and never reuses a connection that may be broken. Timeouts are in
 * real time, whatever clock the stores were given.
 */
export class TimedQueries {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  /** Runs one statement on a connection of its own. */
  async once(query: PostgresQuery, deadlineMs: number): Promise<PostgresResult> {
    const client = await this.acquire(deadlineMs, deadlineMs);
    try {
      return await client.query(query);
    } finally {
      client.release();
    }
  }

  /** Acquires a connection within `deadlineMs`, for several statements of `statementMs` each. */
  async acquire(deadlineMs: number, statementMs: number): Promise<PostgresClient> {
    const pending = this.#pool.connect();
    let client: PostgresClient;
    try {
      client = await this.#within(pending, deadlineMs);
    } catch (error) {
      // A connection that arrives after the deadline is released at once.
      void pending.then((late) => late.release()).catch(() => {});
      throw toStoreError(error);
    }
    let broken: Error | undefined;
    return {
      query: async (query) => {
        // The end of the transaction would miss a deadline of its own.
        if (broken !== undefined) throw toStoreError(broken);
        try {
          return await this.#within(client.query(query), statementMs);
        } catch (error) {
          if (endsConnection(error)) broken = toError(error);
          // At the server it would keep its connection and its locks until it ends by itself.
          if (error instanceof StoreUnavailableError) cancelStatement(client);
          throw toStoreError(error);
        }
      },
      release: () => client.release(broken),
    };
  }

  #within<Value>(work: Promise<Value>, deadlineMs: number): Promise<Value> {
    const sentence = `the database did not answer within ${deadlineMs} ms`;
    const late = () => new StoreUnavailableError('deadline', sentence);
    return within(READING, deadlineMs, work, late);
  }
}

/**
 * The system's clock, whose timers first let the process read what has arrived: after a pause of the
 * process, timers come before sockets, and an answer that came in time would count as late.
 */
const READING: Clock = {
  now: () => systemClock.now(),
  after(milliseconds, callback) {
    let isOff = false;
    const ring = () => {
      if (!isOff) callback();
    };
    const callOff = systemClock.after(milliseconds, () => {
      // The first may come before the sockets are polled.
      setImmediate(() => setImmediate(ring));
    });
    return () => {
      isOff = true;
      callOff();
    };
  },
};

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
