/**
 * The limit of what node:http can do: ready Buffers, no routing to speak of.
 * Arguments: file with the body of the whole list, file with the body of the typical page.
 */
import { createServer } from 'node:http';
import { serveForBench } from './control.ts';
import { readyBodies } from './ready-bodies.ts';
import { JSON_TYPE } from '../tiny-body.ts';

const [listFile = '', pageFile = ''] = process.argv.slice(2);
const bodyOf = readyBodies(listFile, pageFile);

serveForBench(
  createServer((req, res) => {
    const body = bodyOf(req.url ?? '');
    res.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': body.byteLength });
    res.end(body);
  }),
);
