/**
 * A receiver of spans in JSON. Counts them, each once, and how long after its end each came. GET
 * answers with both.
 */
import { createServer } from 'node:http';
import { quantile } from '../statistics.ts';
import { serveForBench } from './control.ts';
import { yieldToClient } from './yield-to-client.ts';

/** The answer to a GET. */
export interface SpanCount {
  readonly spans: number;
  readonly lagMilliseconds: number;
}

const SPAN = /"spanId":"(\w+)"|"endTimeUnixNano":"(\d+)"/g;

const spans = new Set<string>();
const lags: number[] = [];

yieldToClient();

serveForBench(
  createServer((req, res) => {
    if (req.method === 'GET') {
      const lagMilliseconds = quantile(lags, 0.99);
      res.end(JSON.stringify({ spans: spans.size, lagMilliseconds } satisfies SpanCount));
      return;
    }
    const chunks: Buffer[] = [];
    req
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        count(Buffer.concat(chunks).toString());
        res.end();
      });
  }),
);

function count(text: string): void {
  const now = Date.now();
  for (const [, spanId, endNanos] of text.matchAll(SPAN)) {
    if (spanId !== undefined) spans.add(spanId);
    else lags.push(now - Number(endNanos) / 1e6);
  }
}
