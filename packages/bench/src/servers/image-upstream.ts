/** An upstream whose answers are ready: what a relay is measured with, and not measured itself. */
import { createServer, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import {
  benchImage,
  completedFrame,
  EVENTS_TYPE,
  LAST_FRAME,
  partialFrame,
  SMALL_IMAGE,
} from './bench-image.ts';
import { serveForBench } from './control.ts';
import { OPENAI, RELAYED } from './image-routes.ts';
import { JSON_TYPE } from '../tiny-body.ts';

const MEBIBYTES = 16;

interface Answer {
  readonly headers: OutgoingHttpHeaders;
  readonly parts: readonly Buffer[];
}

const image = benchImage(1).toString('base64');
const mediumImage = benchImage(2).toString('base64');
const largeImage = benchImage(8).toString('base64');

/** OpenAI counts tokens, and its models are priced by them. */
const USAGE = {
  input_tokens: 8,
  output_tokens: 4160,
  total_tokens: 4168,
  input_tokens_details: { text_tokens: 8, image_tokens: 0 },
};

/** By the first part of the path. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  [RELAYED.manyFrames]: events(
    ...Array.from({ length: MEBIBYTES - 1 }, (_, index) => partialFrame(index, image)),
    completedFrame(image),
    LAST_FRAME,
  ),
  [RELAYED.oneFrame]: events(completedFrame(benchImage(MEBIBYTES).toString('base64')), LAST_FRAME),
  [RELAYED.small]: json({ data: [{ b64_json: SMALL_IMAGE, media_type: 'image/png' }] }),
  [RELAYED.typical]: json({ data: [{ b64_json: image, media_type: 'image/png' }] }),
  [OPENAI.partials]: events(
    ...[0, 1, 2].map((index) => partialFrame(index, mediumImage)),
    completedFrame(mediumImage, USAGE),
  ),
  [OPENAI.large]: events(completedFrame(largeImage, USAGE)),
  [OPENAI.largeJson]: json({ data: [{ b64_json: largeImage }], usage: USAGE }),
  [OPENAI.medium]: events(completedFrame(image, USAGE)),
};

serveForBench(
  // While other cases have their turns, a connection waits for longer than node:http keeps it. The
  // gateway opens another one unless it is told so; bare keeps its own whatever it is told.
  createServer({ keepAliveTimeout: 600_000 }, (req, res) => {
    const [, route = ''] = (req.url ?? '').split('/');
    req.resume().on('end', () => answer(res, ANSWERS[route]));
  }),
);

function answer(res: ServerResponse, found: Answer | undefined): void {
  if (found === undefined) {
    res.writeHead(404).end();
    return;
  }
  res.writeHead(200, found.headers);
  for (const part of found.parts.slice(0, -1)) res.write(part);
  res.end(found.parts.at(-1));
}

function events(...parts: readonly Buffer[]): Answer {
  return { headers: { 'content-type': EVENTS_TYPE }, parts };
}

function json(answered: object): Answer {
  const created = Math.floor(Date.now() / 1000);
  const body = Buffer.from(JSON.stringify({ created, ...answered }));
  const headers = { 'content-type': JSON_TYPE, 'content-length': body.byteLength };
  return { headers, parts: [body] };
}
