/** Receivers of telemetry that fail, each in its way; what is asked of them is in the path. */
import { createServer, type ServerResponse } from 'node:http';
import { serveForBench } from './control.ts';
import { yieldToClient } from './yield-to-client.ts';
import { FAILURES, type Failure } from './failures.ts';

const BYTES_A_SECOND = 1;
const LARGE = Buffer.alloc(10 * 1024 * 1024);

yieldToClient();
serveForBench(
  createServer((req, res) => {
    const failure = FAILURES.find((each) => req.url === `/${each}`);
    if (failure !== undefined) req.resume().on('end', () => fail(failure, res));
    else res.writeHead(404).end();
  }),
);

function fail(failure: Failure, res: ServerResponse): void {
  switch (failure) {
    case 'silent':
      return;
    case 'resetting':
      res.socket?.resetAndDestroy();
      return;
    case 'large':
      res.writeHead(200).end(LARGE);
      return;
    case 'slow': {
      res.writeHead(200, { 'content-length': LARGE.byteLength });
      const timer = setInterval(() => res.write('x'), 1000 / BYTES_A_SECOND);
      res.on('close', () => clearInterval(timer));
    }
  }
}
