import { createRedisRateLimiter } from '@model-gateway/redis';

async function main(): Promise<void> {
  // A client of ioredis that is not connected.
  const client = { status: 'end', defineCommand(): void {} };
  const limiter = createRedisRateLimiter({
    client,
    limit: 1,
    windowSeconds: 60,
    whenAway: 'local',
  });
  const decisions = [await limiter.take('key'), await limiter.take('key')];
  if (!decisions[0]?.allowed || decisions[1]?.allowed || limiter.counts().away !== 2) {
    throw new Error('expected one request to pass and one to be refused');
  }
}

void main();
