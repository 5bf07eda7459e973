import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { systemClock } from '@model-gateway/core';
import { mountAt } from '@model-gateway/core/http';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { serve } from '@model-gateway/node';
import { createApp } from './app.ts';
import { isGenuine } from './webhook.ts';

const signingSecret = 'our secret';

/** Stands for Langfuse and for the webhook: prints what each receives. */
async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const isZipped = req.headers['content-encoding'] === 'gzip';
  const body = await text(isZipped ? req.pipe(createGunzip()) : req);
  const signature = req.headers['x-gateway-signature'];
  const isSigned =
    typeof signature === 'string' && isGenuine(signature, body, signingSecret, systemClock.now());
  const hasPrompt = body.includes('gen_ai.input.messages');
  console.log(
    `${req.url}: ${body.length} characters, ${isSigned ? 'signed by us' : 'not signed'}, ${hasPrompt ? 'with' : 'without'} the prompt`,
  );
  res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
}

const receiver = createServer((req, res) => void receive(req, res)).listen(0, '127.0.0.1');
await once(receiver, 'listening');
// Listening on a TCP port, so the address is one.
const { port } = receiver.address() as AddressInfo;
const { gateway } = createApp({
  apiKey: 'my-key',
  langfuseUrl: `http://127.0.0.1:${port}`,
  webhookUrl: `http://127.0.0.1:${port}/hook`,
  signingSecret,
  // The receiver is on this machine, which only the host may allow, never a PATCH.
  http: createGuardedHttpClient({
    allow: (target) => target.address === '127.0.0.1' && target.port === port,
  }),
});
const { url } = await serve(mountAt('/v1', gateway.handle), {
  port: Number(process.env['PORT'] ?? 4010),
});
console.log(`${url}/v1/images with the key my-key; what leaves is printed here`);
