import type { Logger } from '../log/create-logger.ts';
import { importRedis } from './import-redis.ts';

const CONNECT_MS = 5000;

/** Connects to Redis in the background; commands fail at once while it is away. */
export async function connectRedis(url: string, logger: Logger, source: string) {
  const Redis = await importRedis(source);
  const client = new Redis(url, {
    // Whoever asks decides about requests meanwhile; they are not kept waiting.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
  });
  // An outage is reported once by who asks; without a listener each attempt to connect would throw.
  client.on('error', (error) => logger.debug({ error }, 'Redis'));
  return client;
}
