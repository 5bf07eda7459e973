/**
 * The least that a server of images can do: pipes through what an upstream answers, with node:http
 * for events and with undici for JSON, or writes a ready event. Argument: the upstream's port.
 */
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { request } from 'undici';
import { benchImage, completedFrame, EVENTS_TYPE, LAST_FRAME } from './bench-image.ts';
import { serveForBench } from './control.ts';
import { READY, RELAYED } from './image-routes.ts';

const [port = ''] = process.argv.slice(2);
const upstream = `http://127.0.0.1:${port}`;
const agent = new Agent({ keepAlive: true });
const readyFrames = new Map(
  [
    { route: READY.frame, mebibytes: 1 },
    { route: READY.largeFrame, mebibytes: 16 },
  ].map(({ route, mebibytes }) => [
    `/${route}/images`,
    completedFrame(benchImage(mebibytes).toString('base64')),
  ]),
);

serveForBench(
  createServer((req, res) => {
    const { url = '' } = req;
    const ready = readyFrames.get(url);
    if (ready !== undefined) sendReady(res, ready);
    else if (url.startsWith(`/${RELAYED.small}/`)) void relayJson(req, res);
    else relayEvents(url, res);
  }),
);

function sendReady(res: ServerResponse, frame: Buffer): void {
  res.writeHead(200, { 'content-type': EVENTS_TYPE });
  res.write(frame);
  res.end(LAST_FRAME);
}

function relayEvents(url: string, res: ServerResponse): void {
  get(`${upstream}${url}`, { agent }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] });
    answer.pipe(res);
  }).on('error', () => res.destroy());
}

async function relayJson(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { 'content-type': type, 'content-length': length, authorization } = req.headers;
  try {
    const { statusCode, headers, body } = await request(`${upstream}${req.url}`, {
      method: 'POST',
      headers: { 'content-type': type, 'content-length': length, authorization },
      body: req,
    });
    res.writeHead(statusCode, headers);
    body.pipe(res);
  } catch {
    res.destroy();
  }
}
