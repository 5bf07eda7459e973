import type { RequestListener } from 'node:http';
import { describe, test } from 'node:test';
import compression from 'compression';
import { bytesResponse, firstOf, mountAt, type GatewayHandler } from '@model-gateway/core/http';
import { toRequestListener } from '@model-gateway/node';
import {
  ADAPTER_CASES,
  bindSuite,
  createAdapterSubject,
  FALL_THROUGH_BODY,
  hostErrorBody,
  type HostMiddleware,
} from '@model-gateway/conformance';

const text = (status: number, value: string) => ({
  ...bytesResponse([new TextEncoder().encode(value)], 'text/plain'),
  status,
});

const NO_PARSER = 'a bare server has no body parsers';
const skip = {
  'behind a JSON parser the body is the parsed value': NO_PARSER,
  'behind a JSON parser a body of another type can still be read': NO_PARSER,
  'behind a JSON parser a request without a body has the body kind none': NO_PARSER,
  'behind a JSON parser malformed JSON gets the gateway’s 400, which does not quote it': NO_PARSER,
  'behind a JSON parser a body above its limit gets the gateway’s 413': NO_PARSER,
  'behind a JSON parser malformed JSON outside the mount is left to the host': NO_PARSER,
  'behind a JSON parser errors of the handler still reach the host': NO_PARSER,
  'behind a JSON parser a client that leaves in mid-body does not break the host': NO_PARSER,
  'behind a raw parser the body is bytes, and the limit applies': NO_PARSER,
  'behind a text parser the body is bytes, and the limit applies': NO_PARSER,
  'a mount in another case is matched, and kept as written': 'mountAt is case-sensitive',
  'an answer that is not a response reaches the host as an error that says so':
    'a listener has no host behind it: serve.test.ts covers its own answer',
  'a response that cannot be written reaches the host as an error':
    'a listener has no host behind it: serve.test.ts covers its own answer',
};

/** The host around a listener is made of handlers too. */
function hosting(handler: GatewayHandler): GatewayHandler {
  const chain = firstOf(handler, async () => text(404, FALL_THROUGH_BODY));
  return async (request) =>
    chain(request).catch((error: unknown) => text(500, hostErrorBody(error)));
}

/** Runs express-style middleware in front of a listener. */
function inFront(before: HostMiddleware, listener: RequestListener): RequestListener {
  if (before === 'consume') return (req, res) => req.resume().on('end', () => listener(req, res));
  if (before !== 'compress') return listener;
  const compress = compression();
  return (req, res) => {
    // Written for Express, whose messages extend node:http's with members that it does not use.
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
