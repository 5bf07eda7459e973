import {
  createMemoryRateMeter,
  StoreUnavailableError,
  systemClock,
  type Clock,
  type MeterReading,
  type RateMeter,
} from '@model-gateway/core';
import {
  AMOUNT,
  ANY_TEXT,
  checkOptions,
  CLOCK,
  FUNCTION,
  OBJECT,
  oneOf,
  type OptionTable,
} from '@model-gateway/core/kit';
import { answerInTime } from './answer-in-time.ts';
import { OutageLog, type RedisReport, type WhenAway } from './outage-log.ts';
import { scriptRunner } from './run-script.ts';

/** Options of `createRedisRateMeter`. */
export interface RedisRateMeterOptions {
  /** A connected client of `ioredis` or `redis`. It stays yours to close. */
  readonly client: object;
  readonly whenAway: WhenAway;
  /** In front of every key in Redis; `mg:meter` by default. */
  readonly prefix?: string | undefined;
  /**
   * Redis counts as unavailable after this many milliseconds without an answer; 250 by default. Time
   * in which this process is too busy to read an answer is not counted.
   */
  readonly deadlineMs?: number | undefined;
  /** Called once when Redis becomes unavailable and once when it is back. Must not throw. */
  readonly onReport?: ((report: RedisReport) => void) | undefined;
  readonly clock?: Clock | undefined;
}

/** Returns `{taken, used, milliseconds left, minute}`. */
const TAKE = `
local used = tonumber(redis.call('HGET', KEYS[1], 'used') or '0')
local isTaken = used + tonumber(ARGV[1]) <= tonumber(ARGV[2])
if isTaken then
  if redis.call('HSETNX', KEYS[1], 'minute', ARGV[3]) == 1 then
    redis.call('PEXPIRE', KEYS[1], 60000)
  end
  used = redis.call('HINCRBY', KEYS[1], 'used', ARGV[1])
end
local left = redis.call('PTTL', KEYS[1])
return {isTaken and 1 or 0, tostring(string.format('%.0f', used)), left > 0 and left or 60000,
  redis.call('HGET', KEYS[1], 'minute') or ARGV[3]}`;

const CORRECT = `
local minute = redis.call('HGET', KEYS[1], 'minute')
local units = tonumber(ARGV[1])
if units < 0 and minute ~= ARGV[2] then return 0 end
if not minute then
  redis.call('HSET', KEYS[1], 'minute', ARGV[3])
  redis.call('PEXPIRE', KEYS[1], 60000)
end
if redis.call('HINCRBY', KEYS[1], 'used', ARGV[1]) < 0 then redis.call('HSET', KEYS[1], 'used', 0) end
return 1`;

/**
 * Counts units by name in Redis or Valkey, for all processes together: for limits that each key has
 * for itself. Source: contract §2.10.
 */
export function createRedisRateMeter(options: RedisRateMeterOptions): RateMeter {
  checkOptions('createRedisRateMeter', options, OPTIONS, ['client', 'whenAway']);
  const { client, whenAway, prefix = 'mg:meter', deadlineMs = 250, onReport } = options;
  const { clock = systemClock } = options;
  const run = scriptRunner(client);
  const local = createMemoryRateMeter({ clock });
  const outages = new OutageLog(whenAway, clock, onReport);
  const ask = async (script: string, name: string, values: readonly (string | number)[]) => {
    const late = () => new Error(`Redis did not answer within ${deadlineMs} ms`);
    const work = run(script, `${prefix}:${name}`, values.map(String));
    const reply = await answerInTime(clock, deadlineMs, work, late);
    outages.answered();
    return reply;
  };
  const instead = (name: string, units: number, limit: number, error: unknown) => {
    outages.failed(error);
    if (whenAway === 'local') return local.take(name, units, limit);
    if (whenAway === 'open') {
      return { isTaken: true, used: units, endsAt: clock.now() + 60_000, minute: '' };
    }
    throw new StoreUnavailableError('away', 'use cannot be counted now', error);
  };

  return {
    async take(name, units, limit) {
      try {
        const reply = await ask(TAKE, name, [units, limit, crypto.randomUUID()]);
        return readingOf(reply, clock);
      } catch (error) {
        return instead(name, units, limit, error);
      }
    },
    async correct(name, units, { minute }) {
      try {
        await ask(CORRECT, name, [units, minute, crypto.randomUUID()]);
      } catch (error) {
        outages.failed(error);
        if (whenAway === 'local') await local.correct(name, units, { minute });
      }
    },
  };
}

function readingOf(reply: unknown, clock: Clock): MeterReading {
  const [isTaken, used, left, minute] = Array.isArray(reply) ? reply.map(String) : [];
  if (used === undefined || left === undefined || minute === undefined) {
    throw new Error('Redis answered something else than its script does');
  }
  const endsAt = clock.now() + Number(left);
  return { isTaken: isTaken === '1', used: Number(used), endsAt, minute };
}

const OPTIONS: OptionTable<RedisRateMeterOptions> = {
  client: { must: 'a client of ioredis or redis', holds: OBJECT.holds, isSecret: true },
  whenAway: oneOf('open', 'closed', 'local'),
  prefix: ANY_TEXT,
  deadlineMs: AMOUNT,
  onReport: FUNCTION,
  clock: CLOCK,
};
