import { codeOf } from '@model-gateway/core/kit';
import { importRedis } from './import-redis.ts';

const CONNECT_MS = 5000;

/** Says why Redis does not answer at `url`, which is not repeated; undefined when it does. */
export async function whyRedisAway(url: string, source: string): Promise<string | undefined> {
  const Redis = await importRedis(source);
  const client = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: CONNECT_MS,
    commandTimeout: CONNECT_MS,
  });
  let reason: unknown;
  // The promises only say that the connection is closed.
  client.on('error', (error) => (reason ??= error));
  try {
    await client.connect();
    await client.ping();
    return undefined;
  } catch (error) {
    return codeOf(reason) ?? firstWord(reason ?? error);
  } finally {
    client.disconnect();
  }
}

/** Redis begins an error with its code; the rest may repeat what was sent. */
function firstWord(error: unknown): string {
  const [word] = /^\w+/.exec(error instanceof Error ? error.message : '') ?? ['no answer'];
  return word;
}
