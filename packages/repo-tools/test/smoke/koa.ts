import type { IncomingMessage, ServerResponse } from 'node:http';
import { koaGateway, type KoaContext } from '@model-gateway/koa';
import { sampleGateway } from './sample-gateway.ts';
import { expectServed } from './served.ts';

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
  await expectServed((req, res) => void respond(req, res));
}

void main();
