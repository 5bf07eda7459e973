import {
  StoreUnavailableError,
  systemClock,
  type Clock,
  type MeterReading,
  type RateMeter,
} from '@model-gateway/core';
import {
  AMOUNT,
  ANY_TEXT,
  CLOCK,
  FUNCTION,
  OBJECT,
  oneOf,
  RateWindows,
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
  /** In front of every key in Redis; `mg:meter` by default, `mg:rate` for a limiter. */
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

export const RATE_OPTIONS: OptionTable<RedisRateMeterOptions> = {
  client: { must: 'a client of ioredis or redis', holds: OBJECT.holds, isSecret: true },
  whenAway: oneOf('open', 'closed', 'local'),
  prefix: ANY_TEXT,
  deadlineMs: AMOUNT,
  onReport: FUNCTION,
  clock: CLOCK,
};

interface WindowOptions extends RedisRateMeterOptions {
  readonly windowMs: number;
  /** Called when a take is decided without Redis. */
  readonly onAway?: () => void;
}

/** Returns `{taken, used, milliseconds left, window}`. */
const TAKE = `
local used = tonumber(redis.call('HGET', KEYS[1], 'used') or '0')
local isTaken = used + tonumber(ARGV[1]) <= tonumber(ARGV[2])
if isTaken then
  if redis.call('HSETNX', KEYS[1], 'minute', ARGV[3]) == 1 then
    redis.call('PEXPIRE', KEYS[1], ARGV[4])
  end
  used = redis.call('HINCRBY', KEYS[1], 'used', ARGV[1])
end
local left = redis.call('PTTL', KEYS[1])
return {isTaken and 1 or 0, tostring(string.format('%.0f', used)), left > 0 and left or ARGV[4],
  redis.call('HGET', KEYS[1], 'minute') or ARGV[3]}`;

const CORRECT = `
local minute = redis.call('HGET', KEYS[1], 'minute')
local units = tonumber(ARGV[1])
if units < 0 and minute ~= ARGV[2] then return 0 end
if not minute then
  redis.call('HSET', KEYS[1], 'minute', ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
end
if redis.call('HINCRBY', KEYS[1], 'used', ARGV[1]) < 0 then redis.call('HSET', KEYS[1], 'used', 0) end
return 1`;

/** Counts units by name in windows of one length, which begin with the first unit, in Redis or Valkey. */
export function createRedisRateWindows(options: WindowOptions): RateMeter {
  const {
    client,
    whenAway,
    prefix = 'mg:meter',
    windowMs,
    deadlineMs = 250,
    onReport,
    onAway,
  } = options;
  const { clock = systemClock } = options;
  const run = scriptRunner(client);
  const local = new RateWindows(clock, windowMs);
  const outages = new OutageLog(whenAway, clock, onReport);
  // Redis deletes at once what is to live for less.
  const life = Math.max(1, Math.round(windowMs));
  const ask = async (script: string, name: string, values: readonly (string | number)[]) => {
    const late = () => new Error(`Redis did not answer within ${deadlineMs} ms`);
    const given = [...values, crypto.randomUUID(), life].map(String);
    const reply = await answerInTime(
      clock,
      deadlineMs,
      run(script, `${prefix}:${name}`, given),
      late,
    );
    outages.answered();
    return reply;
  };
  const instead = (name: string, units: number, limit: number, error: unknown) => {
    outages.failed(error);
    onAway?.();
    if (whenAway === 'local') return local.take(name, units, limit);
    if (whenAway === 'open') {
      return { isTaken: true, used: units, endsAt: clock.now() + windowMs, minute: '' };
    }
    throw new StoreUnavailableError('away', 'use cannot be counted now', error);
  };

  return {
    async take(name, units, limit) {
      try {
        return readingOf(await ask(TAKE, name, [units, limit]), clock);
      } catch (error) {
        return instead(name, units, limit, error);
      }
    },
    async correct(name, units, { minute }) {
      try {
        await ask(CORRECT, name, [units, minute]);
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
