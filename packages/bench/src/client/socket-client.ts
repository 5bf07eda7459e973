import { openConnection } from './connection.ts';
import type { LoadJob } from './load-job.ts';
import { requestTexts } from './request-texts.ts';
import { pauseBeforeStart } from './starts.ts';

/**
 * Sends `amount` requests over keep-alive connections, the next as soon as an answer is complete
 * unless the job says when, and resolves to their latencies in milliseconds. It does less than half
 * of what an HTTP library does, so that the server is what is busy. Calls `onReceived` with the number
 * of a request whenever something of its answer has come.
 */
export function sendOverSockets(
  job: LoadJob,
  onReceived?: (number: number) => void,
): Promise<Float64Array> {
  const { port, connections, amount, request, first, startsEveryMilliseconds } = job;
  const textOf = requestTexts(request, port);
  const latencies = new Float64Array(amount);
  const pause = pauseBeforeStart(startsEveryMilliseconds);
  let sent = 0;
  let received = 0;

  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      settle();
      for (const connection of open) connection.close();
    };
    const start = () => {
      const { until } = request;
      let sentAt = 0;
      let latency = 0;
      let number = 0;
      let isIdle = false;
      const sendNext = () => {
        isIdle = sent === amount;
        if (isIdle) return;
        sentAt = performance.now();
        latency = 0;
        number = first + sent++;
        connection.send(textOf(number));
      };
      const sendWhenDue = () => {
        const ms = pause();
        if (ms > 0) setTimeout(sendNext, ms);
        else sendNext();
      };
      const connection = openConnection(port, {
        onOpen: () => sendWhenDue(),
        onBytes(bytes) {
          if (until !== undefined && latency === 0 && bytes.includes(until)) {
            latency = performance.now() - sentAt;
          }
          onReceived?.(number);
        },
        onFailure(error) {
          // A server may close a connection that waits for the others to finish.
          if (!isIdle) finish(() => reject(error));
        },
        onResponse(status) {
          if (status !== request.status) {
            throw new Error(`expected ${request.status} of ${request.path}, got ${status}`);
          }
          if (until === undefined) latency = performance.now() - sentAt;
          if (latency === 0) throw new Error(`an answer of ${request.path} without "${until}"`);
          latencies[received++] = latency;
          if (received === amount) finish(() => resolve(latencies));
          else sendWhenDue();
        },
      });
      return connection;
    };
    const open = Array.from({ length: Math.min(connections, amount) }, start);
  });
}
