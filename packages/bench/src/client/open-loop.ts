import { openConnection, type Connection } from './connection.ts';
import type { LoadJob } from './load-job.ts';
import { requestTexts } from './request-texts.ts';

/**
 * Sends `amount` requests at a fixed rate and resolves to their latencies in milliseconds, from the
 * moment at which each was due: a server that falls behind does not get fewer. Sleeps between them,
 * so that whatever shares the core with this client delays no request: it wakes before those do.
 */
export function sendAtRate(job: LoadJob, perSecond: number): Promise<Float64Array> {
  const { port, connections, amount, request, first } = job;
  const textOf = requestTexts(request, port);
  const latencies = new Float64Array(amount);
  const dueAt = (n: number) => begin + (n * 1000) / perSecond;
  const open: Connection[] = [];
  const idle: ((n: number) => void)[] = [];
  let begin = 0;
  let sent = 0;
  let received = 0;
  let isOver = false;

  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      isOver = true;
      settle();
      for (const connection of open) connection.close();
    };
    const sendWhatIsDue = () => {
      const now = performance.now();
      for (let send = idle.pop(); send !== undefined; send = idle.pop()) {
        if (sent === amount || dueAt(sent) > now) {
          idle.push(send);
          break;
        }
        send(sent++);
      }
      if (!isOver) setTimeout(sendWhatIsDue, 1);
    };
    for (let i = 0; i < connections; i++) {
      let current = 0;
      const send = (n: number) => {
        current = n;
        connection.send(textOf(first + n));
      };
      const connection = openConnection(port, {
        onOpen() {
          idle.push(send);
          if (idle.length < connections) return;
          begin = performance.now();
          sendWhatIsDue();
        },
        onFailure(error) {
          if (!isOver) finish(() => reject(error));
        },
        onResponse(status) {
          if (status !== request.status) {
            throw new Error(`expected ${request.status} of ${request.path}, got ${status}`);
          }
          latencies[received++] = performance.now() - dueAt(current);
          idle.push(send);
          if (received === amount) finish(() => resolve(latencies));
        },
      });
      open.push(connection);
    }
  });
}
