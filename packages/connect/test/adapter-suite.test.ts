import { describe, test } from 'node:test';
import bodyParser from 'body-parser';
import compression from 'compression';
import connect from 'connect';
import { connectGateway, gatewayErrorHandler } from '@model-gateway/connect';
import {
  ADAPTER_CASES,
  bindSuite,
  createAdapterSubject,
  FALL_THROUGH_BODY,
  hostErrorBody,
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
  // Written for Express, whose messages extend node:http's with members that it does not use.
  compress: () => compression() as unknown as connect.NextHandleFunction,
};

const skip = {
  'a mount in another case is not matched': 'Connect matches mounts regardless of case',
};

const goesOn: connect.SimpleHandleFunction = (_req, res) => {
  res.statusCode = 404;
  res.end(FALL_THROUGH_BODY);
};

const failed: connect.ErrorHandleFunction = (error: unknown, _req, res, next) => {
  if (res.headersSent) {
    next(error);
    return;
  }
  res.statusCode = 500;
  res.end(hostErrorBody(error));
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
