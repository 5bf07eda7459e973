import type { ClientConfig } from 'pg';
import { StoreUnavailableError } from '@model-gateway/core';
import type { PostgresPool } from './pool.ts';

/** The part of `pg` that the stores use: a pool, and a separate connection for notices. */
export interface PostgresServer {
  readonly pool: PostgresPool;
  /** How many the pool has at most. */
  readonly connections: number;
  /** Undefined when the host gave only a pool: changes are then found by polling. */
  readonly connectListener: (() => Promise<Listener>) | undefined;
}

export interface Listener {
  listen(channel: string, onNotice: () => void, onLost: (error: unknown) => void): Promise<void>;
  end(): Promise<void>;
}

/** Connects to a server by `pg`, which is a peer dependency. Nothing is sent yet. */
export async function connectPostgres(
  url: string,
  { connections, deadlineMs }: { readonly connections: number; readonly deadlineMs: number },
): Promise<PostgresServer> {
  const { Pool, Client } = await loadPg();
  const config: ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: deadlineMs,
    keepAlive: true,
    application_name: 'model-gateway',
  };
  // Ten seconds by default: after a pause, each new connection would plan its first payments anew.
  const pool = new Pool({ ...config, max: connections, idleTimeoutMillis: IDLE_MS });
  // The pool drops a connection that breaks, and its statement rejects. Without a listener the
  // error would also end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    pool,
    connections,
    async connectListener() {
      const client = new Client(config);
      // Set here, so that no error is left without a listener.
      let onLost = (_error: unknown) => {};
      client.on('error', (error) => onLost(error));
      client.on('end', () => onLost(new Error('the connection for notices ended')));
      await client.connect();
      return {
        async listen(channel, onNotice, whenLost) {
          onLost = whenLost;
          client.on('notification', onNotice);
          await client.query(`listen ${channel}`);
        },
        async end() {
          onLost = () => {};
          await client.end();
        },
      };
    },
  };
}

/** For how long a connection of the pool may be idle. */
const IDLE_MS = 300_000;

async function loadPg() {
  try {
    const { default: pg } = await import('pg');
    return pg;
  } catch (error) {
    throw new StoreUnavailableError(
      'away',
      'stores on PostgreSQL need the package pg: npm install pg',
      error,
    );
  }
}
