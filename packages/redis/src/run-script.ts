/** Runs a script for one key. */
export type RunScript = (
  script: string,
  key: string,
  values: readonly string[],
) => Promise<unknown>;

/** What clients of `ioredis` have. */
interface IoRedis {
  readonly status: string;
  eval(script: string, keys: number, ...rest: readonly string[]): Promise<unknown>;
}

/** What clients of `redis` have. */
interface NodeRedis {
  readonly isReady: boolean;
  eval(
    script: string,
    options: { readonly keys: readonly string[]; readonly arguments: readonly string[] },
  ): Promise<unknown>;
}

/**
 * Returns how scripts run on a client. Rejects at once where it is not connected: clients keep
 * commands for later then, and a request cannot wait for that.
 */
export function scriptRunner(client: object): RunScript {
  if (isIoRedis(client)) {
    return async (script, key, values) => {
      requireConnection(client.status === 'ready');
      return client.eval(script, 1, key, ...values);
    };
  }
  // A client of neither library rejects when it is asked.
  const redis = client as NodeRedis;
  return async (script, key, values) => {
    requireConnection(redis.isReady);
    return redis.eval(script, { keys: [key], arguments: values });
  };
}

/** Only these have a method to define commands. */
function isIoRedis(client: object): client is IoRedis {
  return 'defineCommand' in client;
}

/** Thrown where nothing was sent. */
export class NotConnectedError extends Error {}

function requireConnection(isThere: boolean): void {
  if (!isThere) throw new NotConnectedError('Redis is not connected');
}
