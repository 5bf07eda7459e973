import { describe, test } from 'node:test';
import bodyParser from 'body-parser';
import compression from 'compression';
import connect from 'connect';
import { connectGateway, gatewayErrorHandler } from '@model-gateway/connect';
import {
  ADAPTER_CASES,
  bindSuite,
  createAdapterSubject,
  HOST_GOES_ON,
  hostSaw,
  PARSER_LIMIT_BYTES,
  type HostMiddleware,
} from '@model-gateway/conformance';

const limit = PARSER_LIMIT_BYTES;

const BEFORE: Record<HostMiddleware, () => connect.NextHandleFunction> = {
  none: () => (_req, _res, next) => next(),
  json: () => bodyParser.json({ limit }),
  raw: () => bodyParser.raw({ limit }),
  text: () => bodyParser.text({ limit }),
  consume: () => (req, _res, next) => req.resume().on('end', () => next()),
  // Made for Express, whose messages are node:http's with more on them that it does not need.
  compress: () => compression() as unknown as connect.NextHandleFunction,
};

const skip = {
  'a mount that is written in another case is not the handler’s':
    'Connect matches mounts without case',
};

const goesOn: connect.SimpleHandleFunction = (_req, res) => {
  res.statusCode = 404;
  res.end(HOST_GOES_ON);
};

const failed: connect.ErrorHandleFunction = (error: unknown, _req, res, next) => {
  if (res.headersSent) {
    next(error);
    return;
  }
  res.statusCode = 500;
  res.end(hostSaw(error));
};

describe('the adapter suite in Connect', () => {
  bindSuite(ADAPTER_CASES, {
    test,
    skip,
    create: () =>
      createAdapterSubject((handler, { mount, before }) =>
        connect()
          .use(BEFORE[before]())
          .use(mount, connectGateway(handler))
          .use(mount, gatewayErrorHandler())
          .use(goesOn)
          .use(failed),
      ),
  });
});
