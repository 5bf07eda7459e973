import type { Redis } from 'ioredis';

/** Redis has a clock of its own, so a test takes from the lives of its keys instead. */
export async function shortenLives(redis: Redis, milliseconds: number): Promise<void> {
  for (const key of await redis.keys('*')) {
    const left = (await redis.pttl(key)) - milliseconds;
    if (left <= 0) await redis.del(key);
    else await redis.pexpire(key, left);
  }
}
