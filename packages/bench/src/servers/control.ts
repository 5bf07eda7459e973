import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readsSoFar } from './count-reads.ts';

/**
 * Listens on a free port and prints `READY <port>`. Answers every message from the bench with the
 * CPU time used so far and the reads that were counted, and ends with the bench. Before it answers it waits for `settle`, which does
 * what was put off until after the answers.
 */
export function serveForBench(server: Server, settle?: () => Promise<void>): void {
  server.listen(0, '127.0.0.1', () => {
    // A server that listens on TCP has an address of this form.
    console.log(`READY ${(server.address() as AddressInfo).port}`);
  });
  process.on('message', () => void answer());
  process.on('disconnect', () => process.exit());

  async function answer(): Promise<void> {
    await settle?.();
    process.send?.({ ...process.cpuUsage(), reads: readsSoFar() });
  }
}
