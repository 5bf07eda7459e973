/**
 * The limit of what node:http can do: ready Buffers, no routing to speak of.
 * Arguments: file with the body of the whole list, file with the body of the typical page.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { serveForBench } from './control.ts';
import { JSON_TYPE, TINY_BODY } from './tiny-body.ts';

const [listFile = '', pageFile = ''] = process.argv.slice(2);
const list = readFileSync(listFile);
const page = readFileSync(pageFile);

serveForBench(
  createServer((req, res) => {
    const body = bodyOf(req.url ?? '');
    res.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': body.byteLength });
    res.end(body);
  }),
);

function bodyOf(url: string): Uint8Array {
  if (url === '/tiny') return TINY_BODY;
  return url.includes('?') ? page : list;
}
