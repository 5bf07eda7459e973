import { openConnection } from './connection.ts';
import { numbered, type LoadJob } from './load-job.ts';

/**
 * Sends `amount` requests over keep-alive connections, the next as soon as an answer is complete,
 * and resolves to their latencies in milliseconds. It does less than half of what an HTTP library
 * does, so that the server is what is busy.
 */
export function sendOverSockets(job: LoadJob): Promise<Float64Array> {
  const { port, connections, amount, request, first } = job;
  const { body = '' } = request;
  const method = request.body === undefined ? 'GET' : 'POST';
  const length = request.body === undefined ? {} : { 'content-length': String(body.length) };
  const headers = Object.entries({ host: `127.0.0.1:${port}`, ...request.headers, ...length })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const textOf = (n: number) =>
    `${method} ${numbered(request.path, n)} HTTP/1.1\r\n${headers}\r\n${body}`;
  const latencies = new Float64Array(amount);
  let sent = 0;
  let received = 0;

  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      settle();
      for (const connection of open) connection.close();
    };
    const start = () => {
      let sentAt = 0;
      let isIdle = false;
      const sendNext = () => {
        isIdle = sent === amount;
        if (isIdle) return;
        sentAt = performance.now();
        connection.send(textOf(first + sent++));
      };
      const connection = openConnection(port, {
        onOpen: sendNext,
        onFailure(error) {
          // A server may close a connection that waits for the others to finish.
          if (!isIdle) finish(() => reject(error));
        },
        onResponse(status) {
          if (status !== request.status) {
            throw new Error(`expected ${request.status} of ${request.path}, got ${status}`);
          }
          latencies[received++] = performance.now() - sentAt;
          if (received === amount) finish(() => resolve(latencies));
          else sendNext();
        },
      });
      return connection;
    };
    const open = Array.from({ length: Math.min(connections, amount) }, start);
  });
}
