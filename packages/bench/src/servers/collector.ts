/** A collector of telemetry that accepts everything at once, and is not measured itself. */
import { createServer } from 'node:http';
import { serveForBench } from './control.ts';

serveForBench(
  createServer((req, res) => {
    req.resume().on('end', () => {
      res.writeHead(200, { 'content-type': 'application/x-protobuf', 'content-length': 0 });
      res.end();
    });
  }),
);
