import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that a system gives to programs that ask for any, from 32768 on Linux. */
const [FIRST, END] = [20_000, 32_000];

/**
 * Returns a free port for a program that cannot choose one, such as a database server. The system
 * gives it to nothing else until the program listens, or while it is stopped.
 */
export async function portForProgram(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
