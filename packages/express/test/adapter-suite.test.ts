import { describe } from 'node:test';
import compression from 'compression';
import express5 from 'express';
import express4 from 'express4';
import { expressGateway, gatewayErrorHandler } from '@model-gateway/express';
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

const BEFORE: Record<HostMiddleware, (express: typeof express5) => express5.RequestHandler> = {
  none: () => (_req, _res, next) => next(),
  json: (express) => express.json({ limit }),
  raw: (express) => express.raw({ limit }),
  text: (express) => express.text({ limit }),
  consume: () => (req, _res, next) => req.resume().on('end', () => next()),
  compress: () => compression(),
};

const skip = {
  'a mount in another case is not matched': 'Express matches mounts regardless of case',
};

const goesOn: express5.RequestHandler = (_req, res) => {
  res.status(404).end(FALL_THROUGH_BODY);
};

const failed: express5.ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) next(error);
  else res.status(500).end(hostErrorBody(error));
};

const nextTest = testsInTurn(3);

for (const [name, express] of Object.entries({ 'Express 5': express5, 'Express 4': express4 })) {
  describe(`the adapter suite in ${name}`, () => {
    bindSuite(ADAPTER_CASES, {
      test: nextTest(),
      skip,
      create: () =>
        createAdapterSubject((handler, { mount, before }) =>
          express()
            .disable('x-powered-by')
            .use(BEFORE[before](express))
            .use(mount, expressGateway(handler))
            .use(mount, gatewayErrorHandler())
            .use(goesOn)
            .use(failed),
        ),
    });
  });
}

describe('the adapter suite in a router of a nested Express app', () => {
  bindSuite(ADAPTER_CASES, {
    test: nextTest(),
    skip,
    create: () =>
      createAdapterSubject((handler, { mount, before }) => {
        const [first = '', ...rest] = mount.split('/').slice(1);
        const router = express5.Router().use(expressGateway(handler));
        const inner = express5().use(`/${rest.join('/')}`, router);
        return express5()
          .use(BEFORE[before](express5))
          .use(`/${first}`, inner)
          .use(mount, gatewayErrorHandler())
          .use(goesOn)
          .use(failed);
      }),
  });
});
