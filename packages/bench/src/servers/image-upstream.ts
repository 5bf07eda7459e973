/** An upstream whose answers are ready: what a relay is measured with, and not measured itself. */
import { createServer, type ServerResponse } from 'node:http';
import {
  benchImage,
  completedFrame,
  EVENTS_TYPE,
  LAST_FRAME,
  partialFrame,
  SMALL_IMAGE,
} from './bench-image.ts';
import { serveForBench } from './control.ts';
import { RELAYED } from './image-routes.ts';
import { JSON_TYPE } from './tiny-body.ts';

const MEBIBYTES = 16;

const image = benchImage(1).toString('base64');
const manyFrames = [
  ...Array.from({ length: MEBIBYTES - 1 }, (_, index) => partialFrame(index, image)),
  completedFrame(image),
  LAST_FRAME,
];
const oneFrame = [completedFrame(benchImage(MEBIBYTES).toString('base64')), LAST_FRAME];
const small = Buffer.from(
  JSON.stringify({
    created: Math.floor(Date.now() / 1000),
    data: [{ b64_json: SMALL_IMAGE, media_type: 'image/png' }],
  }),
);

serveForBench(
  createServer((req, res) => {
    const { url = '' } = req;
    req.resume().on('end', () => {
      if (url.startsWith(`/${RELAYED.manyFrames}/`)) sendEvents(res, manyFrames);
      else if (url.startsWith(`/${RELAYED.oneFrame}/`)) sendEvents(res, oneFrame);
      else {
        res.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': small.byteLength });
        res.end(small);
      }
    });
  }),
);

function sendEvents(res: ServerResponse, frames: readonly Buffer[]): void {
  res.writeHead(200, { 'content-type': EVENTS_TYPE });
  for (const frame of frames) res.write(frame);
  res.end();
}
