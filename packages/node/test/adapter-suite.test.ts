import type { RequestListener } from 'node:http';
import { describe, test } from 'node:test';
import compression from 'compression';
import { bytes, firstOf, mountAt, type GatewayHandler } from '@model-gateway/core';
import { toRequestListener } from '@model-gateway/node';
import {
  ADAPTER_CASES,
  bindSuite,
  createAdapterSubject,
  HOST_GOES_ON,
  hostSaw,
  type HostMiddleware,
} from '@model-gateway/conformance';

const text = (status: number, value: string) => ({
  ...bytes([new TextEncoder().encode(value)], 'text/plain'),
  status,
});

const NO_PARSER = 'a bare server has no body parsers';
const skip = {
  'behind a JSON parser the body is its value': NO_PARSER,
  'behind a JSON parser a body of another type is still there to be read': NO_PARSER,
  'behind a JSON parser a request without a body has none': NO_PARSER,
  'behind a JSON parser malformed JSON is a 400 of the gateway’s that does not repeat it':
    NO_PARSER,
  'behind a JSON parser a body that is too long for it is a 413 of the gateway’s': NO_PARSER,
  'behind a JSON parser malformed JSON outside the mount is the host’s own matter': NO_PARSER,
  'behind a JSON parser what the handler throws still reaches the host': NO_PARSER,
  'behind a JSON parser a client that leaves in the middle of its body does no harm': NO_PARSER,
  'behind a raw parser the body is its bytes, and the limit holds': NO_PARSER,
  'behind a text parser the body is its bytes, and the limit holds': NO_PARSER,
  'a mount that is written in another case is matched, and kept as it came':
    'mountAt matches with case',
  'a response that cannot be written reaches the host as an error':
    'there is no host behind a listener: serve.test.ts has what it answers itself',
};

/** The host around a listener is made of handlers too. */
function hosting(handler: GatewayHandler): GatewayHandler {
  const chain = firstOf(handler, async () => text(404, HOST_GOES_ON));
  return async (request) => chain(request).catch((error: unknown) => text(500, hostSaw(error)));
}

/** Runs express-style middleware in front of a listener. */
function inFront(before: HostMiddleware, listener: RequestListener): RequestListener {
  if (before === 'consume') return (req, res) => req.resume().on('end', () => listener(req, res));
  if (before !== 'compress') return listener;
  const compress = compression();
  return (req, res) => {
    // Made for Express, whose messages are node:http's with more on them that it does not need.
    const [request, response] = [req, res] as unknown as Parameters<typeof compress>;
    compress(request, response, () => listener(req, res));
  };
}

describe('the adapter suite with a bare request listener', () => {
  bindSuite(ADAPTER_CASES, {
    test,
    skip,
    create: () =>
      createAdapterSubject((handler, { mount, before }) =>
        inFront(before, toRequestListener(hosting(mountAt(mount, handler)))),
      ),
  });
});
