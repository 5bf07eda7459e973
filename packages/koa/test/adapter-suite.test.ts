import { once } from 'node:events';
import { describe } from 'node:test';
import Koa3 from 'koa';
import Koa2 from 'koa2';
import bodyParser from 'koa-bodyparser';
import compress from 'koa-compress';
import koaMount from 'koa-mount';
import { mountAt } from '@model-gateway/core/http';
import { gatewayErrorHandler, koaGateway } from '@model-gateway/koa';
import {
  ADAPTER_CASES,
  bindSuite,
  createAdapterSubject,
  FALL_THROUGH_BODY,
  hostErrorBody,
  PARSER_LIMIT_BYTES,
  type HostMiddleware,
} from '@model-gateway/conformance';
import { testsInTurn } from '../../conformance/test/support/long-tests.ts';

const limit = PARSER_LIMIT_BYTES;

const BEFORE: Record<HostMiddleware, Koa3.Middleware> = {
  none: (_ctx, next) => next(),
  json: bodyParser({ enableTypes: ['json'], jsonLimit: String(limit) }),
  text: bodyParser({ enableTypes: ['text'], textLimit: String(limit) }),
  // koa-bodyparser has no raw parser.
  async raw(ctx, next) {
    const chunks: Buffer[] = [];
    // A message without an encoding emits Buffers.
    for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
    ctx.request.body = Buffer.concat(chunks);
    return next();
  },
  async consume(ctx, next) {
    await once(ctx.req.resume(), 'end');
    return next();
  },
  compress: compress(),
};

const skip = {
  'a mount in another case is matched, and kept as written':
    'koa-mount and mountAt are case-sensitive',
};

/** Middleware around the gateway. */
const failed: Koa3.Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    ctx.status = 500;
    ctx.body = hostErrorBody(error);
  }
};

const goesOn: Koa3.Middleware = (ctx) => {
  ctx.status = 404;
  ctx.body = FALL_THROUGH_BODY;
};

const nextTest = testsInTurn(4);

for (const [name, Koa] of Object.entries({ 'Koa 3': Koa3, 'Koa 2': Koa2 })) {
  /** An app that does not log errors: the cases provoke them. */
  const createApp = () => new Koa().on('error', () => {});

  describe(`the adapter suite in ${name} with koa-mount`, () => {
    bindSuite(ADAPTER_CASES, {
      test: nextTest(),
      skip,
      create: () =>
        createAdapterSubject((handler, { mount, before }) => {
          const app = createApp();
          app.use(failed);
          app.use(koaMount(mount, gatewayErrorHandler()));
          app.use(BEFORE[before]);
          app.use(koaMount(mount, koaGateway(handler)));
          app.use(goesOn);
          return app.callback();
        }),
    });
  });

  describe(`the adapter suite in ${name} alone`, () => {
    bindSuite(ADAPTER_CASES, {
      test: nextTest(),
      skip,
      create: () =>
        createAdapterSubject((handler, { mount, before }) => {
          const app = createApp();
          app.use(failed);
          app.use(gatewayErrorHandler({ mount }));
          app.use(BEFORE[before]);
          app.use(koaGateway(mountAt(mount, handler)));
          app.use(goesOn);
          return app.callback();
        }),
    });
  });
}
