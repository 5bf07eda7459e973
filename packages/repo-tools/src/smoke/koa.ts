import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { koaGateway, type KoaContext } from '@model-gateway/koa';
import { AUTHORIZATION, expectModels, sampleGateway } from './sample-gateway.ts';

/** The part of Koa's context that the gateway needs. */
function contextOf(req: IncomingMessage, res: ServerResponse): KoaContext {
  const url = req.url ?? '/';
  return {
    req,
    res,
    url,
    originalUrl: url,
    request: {},
    headerSent: false,
    status: 404,
    body: undefined,
    set(headers) {
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    },
    remove: (name) => res.removeHeader(name),
    flushHeaders: () => res.flushHeaders(),
  };
}

async function main(): Promise<void> {
  const middleware = koaGateway(sampleGateway().handle);
  const respond = async (req: IncomingMessage, res: ServerResponse) => {
    const ctx = contextOf(req, res);
    await middleware(ctx, async () => undefined);
    res.statusCode = ctx.status;
    res.end(ctx.body);
  };
  const server = createServer((req, res) => void respond(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');

  const headers = { authorization: AUTHORIZATION };
  const response = await fetch(`http://127.0.0.1:${address.port}/models`, { headers });
  expectModels(response.status, await response.text());
  server.closeAllConnections();
  server.close();
}

void main();
