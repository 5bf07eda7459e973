import autocannon from 'autocannon';
import { numbered, type LoadJob } from './load-job.ts';

/**
 * The same as `sendOverSockets` with a well-known tool, to check the other one by. It takes at
 * least a second, because autocannon looks at its clock once in a second.
 */
export async function sendWithAutocannon(job: LoadJob): Promise<Float64Array> {
  const { port, connections, amount, request, first } = job;
  const latencies: number[] = [];
  const statuses = new Set<number>();
  let sent = 0;
  const { errors, timeouts } = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: Math.min(connections, amount),
    amount,
    method: request.method ?? (request.body === undefined ? 'GET' : 'POST'),
    headers: request.headers,
    requests: [
      {
        setupRequest(one) {
          const n = first + sent++;
          const { path, body } = request;
          return {
            ...one,
            path: numbered(path, n),
            ...(body !== undefined && { body: numbered(body, n) }),
          };
        },
      },
    ],
    setupClient: (client) => {
      client.on('response', (status, _bytes, milliseconds) => {
        statuses.add(status);
        latencies.push(milliseconds);
      });
    },
  });
  if (errors + timeouts > 0) throw new Error(`${errors} errors, ${timeouts} time-outs`);
  for (const status of statuses) {
    if (status !== request.status) throw new Error(`expected ${request.status}, got ${status}`);
  }
  return Float64Array.from(latencies);
}
