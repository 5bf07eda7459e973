import {
  StoreUnavailableError,
  systemClock,
  type Clock,
  type IdempotencyStanding,
  type IdempotencyStore,
} from '@model-gateway/core';
import {
  AMOUNT,
  ANY_TEXT,
  checkOptions,
  CLOCK,
  FUNCTION,
  OBJECT,
  type OptionTable,
} from '@model-gateway/core/kit';
import { OutageLog, type RedisReport } from './outage-log.ts';
import { answerInTime } from './answer-in-time.ts';
import { NotConnectedError, scriptRunner } from './run-script.ts';

/** Options of `createRedisIdempotencyStore`. */
export interface RedisIdempotencyStoreOptions {
  /** A connected client of `ioredis` or `redis`. It stays yours to close. */
  readonly client: object;
  /** In front of every key in Redis; `mg:idempotency` by default. */
  readonly prefix?: string | undefined;
  /**
   * Redis counts as unavailable after this many milliseconds without an answer; 1,000 by default.
   * Time in which this process is too busy to read an answer is not counted.
   */
  readonly deadlineMs?: number | undefined;
  /** Called once when Redis becomes unavailable and once when it is back. Must not throw. */
  readonly onReport?: ((report: RedisReport) => void) | undefined;
  readonly clock?: Clock | undefined;
}

/** As many as are under way when a connection is lost, and the length of their answers. */
const MOST_LOST = 1000;
const MOST_LOST_CHARACTERS = 16 * 1024 * 1024;

/** What ends a claim. */
interface Ending {
  /** The key in Redis. */
  readonly name: string;
  /** Arguments of `FINISH`. */
  readonly values: readonly string[];
}

/** Returns `{state, answer}` of a key, and claims it where it is free. */
const BEGIN = `
local body = redis.call('HGET', KEYS[1], 'body')
if not body then
  redis.call('HSET', KEYS[1], 'body', ARGV[1], 'claim', ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return {'claimed', ''}
end
-- The same question: a client that lost its connection asks again.
if redis.call('HGET', KEYS[1], 'claim') == ARGV[2] then return {'claimed', ''} end
if body ~= ARGV[1] then return {'other-body', ''} end
local answer = redis.call('HGET', KEYS[1], 'answer')
if not answer then return {'running', ''} end
return {'answered', answer}`;

/** Ends a claim that has not ended: with an answer, or without one. */
const FINISH = `
if redis.call('HGET', KEYS[1], 'claim') ~= ARGV[1] then return 0 end
redis.call('HDEL', KEYS[1], 'claim')
if ARGV[2] == 'keep' then
  redis.call('HSET', KEYS[1], 'answer', ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
else
  redis.call('DEL', KEYS[1])
end
return 1`;

/**
 * Remembers requests with an idempotency key in Redis or Valkey, for all processes together. While
 * Redis does not answer it rejects with `StoreUnavailableError`, so that such requests are a 503.
 * Answers, which hold what models said, are kept in the clear, and expire by themselves.
 */
export function createRedisIdempotencyStore(
  options: RedisIdempotencyStoreOptions,
): IdempotencyStore {
  checkOptions('createRedisIdempotencyStore', options, OPTIONS, ['client']);
  const {
    client,
    prefix = 'mg:idempotency',
    deadlineMs = 1000,
    onReport,
    clock = systemClock,
  } = options;
  const outages = new OutageLog('closed', clock, onReport);
  const run = scriptRunner(client);
  const inTime = async (work: Promise<unknown>): Promise<unknown> => {
    const late = () => new Error(`Redis did not answer within ${deadlineMs} ms`);
    try {
      const reply = await answerInTime(clock, deadlineMs, work, late);
      outages.answered();
      return reply;
    } catch (error) {
      outages.failed(error);
      throw new StoreUnavailableError('away', 'idempotency keys cannot be looked up now', error);
    }
  };

  /** Endings that failed, because the connection was lost or away. */
  const lost = new Set<Ending>();
  const end = async (ending: Ending): Promise<void> => {
    lost.delete(ending);
    try {
      await run(FINISH, ending.name, ending.values);
    } catch (error) {
      const all = [...lost, ending];
      const characters = all.reduce((sum, { values }) => sum + lengthOf(values), 0);
      if (all.length <= MOST_LOST && characters <= MOST_LOST_CHARACTERS) lost.add(ending);
      throw error;
    }
  };
  const endAgain = (ending: Ending) => end(ending).catch(() => {});
  /** Stops at the first that fails, because the others would, too. */
  const endAllAgain = async () => {
    for (const ending of lost) await end(ending);
  };

  return {
    async begin(key, bodyHash, leaseMs) {
      const id = crypto.randomUUID();
      const name = `${prefix}:${key}`;
      // Redis runs these before the claim.
      for (const ending of lost) if (ending.name === name) void endAgain(ending);
      const work = run(BEGIN, name, [bodyHash, id, String(Math.ceil(leaseMs))]);
      try {
        const standing = standingOf(await inTime(work), key, id);
        if (lost.size > 0) endAllAgain().catch(() => {});
        return standing;
      } catch (error) {
        // Redis may claim the key after all, for a request that has had its error by then: a client
        // that lost its connection asks again once it has another.
        const ending = { name, values: [id, 'free'] };
        work.then(
          () => endAgain(ending),
          (reason) => (reason instanceof NotConnectedError ? undefined : endAgain(ending)),
        );
        throw error;
      }
    },
    async finish({ key, id }, answer, keepMs) {
      const how = answer === undefined ? ['free'] : ['keep', answer, String(Math.ceil(keepMs))];
      await inTime(end({ name: `${prefix}:${key}`, values: [id, ...how] }));
    },
  };
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function standingOf(reply: unknown, key: string, id: string): IdempotencyStanding {
  const [state, answer] = Array.isArray(reply) ? reply.map(String) : [];
  if (state === 'claimed') return { state, claim: { key, id } };
  if (state === 'running' || state === 'other-body') return { state };
  if (state === 'answered' && answer !== undefined) return { state, answer };
  throw new StoreUnavailableError('away', 'Redis answered something else than its script does');
}

const OPTIONS: OptionTable<RedisIdempotencyStoreOptions> = {
  client: { must: 'a client of ioredis or redis', holds: OBJECT.holds, isSecret: true },
  prefix: ANY_TEXT,
  deadlineMs: AMOUNT,
  onReport: FUNCTION,
  clock: CLOCK,
};
