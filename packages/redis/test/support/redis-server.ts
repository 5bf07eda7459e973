import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { portForProgram } from '../../../repo-tools/src/tests/port-for-program.ts';

/** A Redis server that a test may stop and start. */
export interface RedisServer {
  readonly port: number;
  start(): Promise<void>;
  /** Kills the server. */
  crash(): Promise<void>;
  /** Stops the server from answering, with its connections open; undone by `resume`. */
  freeze(): void;
  resume(): void;
}

export const NO_REDIS = 'no redis-server: install it (apt-get install redis-server)';

export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;
}

export async function createRedisServer(): Promise<RedisServer> {
  const port = await portForProgram();
  let child: ChildProcess | undefined;
  process.once('exit', () => child?.kill('SIGKILL'));
  return {
    port,
    async start() {
      child = spawn(
        'redis-server',
        ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
        { stdio: 'ignore' },
      );
      while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    async crash() {
      const ended = child && once(child, 'exit');
      child?.kill('SIGKILL');
      await ended;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
