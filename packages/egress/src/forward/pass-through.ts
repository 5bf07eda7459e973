import { GatewayError } from '@model-gateway/core';
import type { GatewayResponse } from '@model-gateway/core/http';
import {
  checkOptions,
  secret,
  TEXT_MEMBERS,
  TEXTS,
  type OptionTable,
} from '@model-gateway/core/kit';
import {
  createForwarder,
  FORWARDING,
  type Forwarder,
  type ForwarderOptions,
} from './create-forwarder.ts';
import { secretsIn } from './own-credentials.ts';
import { requestHeadersBeside, responseHeadersBeside } from './passed-headers.ts';
import { pathsAmong } from './passed-paths.ts';
import { createSecretMask, type SecretMask } from './secret-mask.ts';
import { refuseSteering } from './steering-path.ts';

/** Options of `passThrough`. */
export interface PassThroughOptions extends Omit<ForwarderOptions, 'headers'> {
  /**
   * The upstream's key, sent as `authorization: Bearer …`; null for an upstream that takes no key. It
   * may be left out only where `headers` hold the key.
   */
  readonly apiKey?: string | null | undefined;
  /**
   * More headers for the upstream, which take the place of the client's: `{ 'x-api-key': key }` where
   * it expects its key elsewhere. Their values are secrets, as the key is, except those of names that
   * end in `version`, `beta`, `organization`, `project`, `region`, `title` or `model`, and of
   * `user-agent`, `accept-…`, `content-…` and `openai-…`.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The paths that are passed on, below the upstream's URL; all by default. `/audio/*` stands for all
   * that begin with `/audio/`. Others are a 404.
   */
  readonly paths?: readonly string[] | undefined;
  /**
   * More headers of requests to pass on, beside `accept`, `anthropic-*`, `content-type`,
   * `idempotency-key`, `openai-beta` and `user-agent`: `['x-title', 'x-stainless-*']`. Credentials
   * and headers of the connection are a `TypeError`; those that steer servers, such as
   * `x-original-url`, need their whole name.
   */
  readonly requestHeaders?: readonly string[] | undefined;
  /**
   * More headers of answers to return, in the same form. Cookies and headers that act on browsers or
   * on a proxy in front are a `TypeError`.
   */
  readonly responseHeaders?: readonly string[] | undefined;
}

/**
 * Creates a handler that passes every request on to one upstream, under the upstream's own key: for
 * what a gateway does not answer itself. The client's credentials and cookies stay here, and the
 * upstream's key goes only there: where an answer quotes it, the client gets `*` for each of its
 * bytes. When the upstream refuses that key (401, 402, 403), the client gets a 502, because its own
 * key is right. Source: contract §1.10, §4.6.
 *
 * It does not authenticate callers: give it to `createGateway`, which does. Throws a `TypeError` for
 * options that it does not have and for a missing key: a variable of the environment that is not
 * set must not send requests without one.
 *
 * @example
 * const gateway = createGateway({
 *   stores,
 *   passThrough: passThrough('https://api.example.com/v1', { apiKey: process.env.UPSTREAM_KEY }),
 * });
 */
export function passThrough(url: string, options: PassThroughOptions): Forwarder {
  checkPassThroughOptions(options);
  const { apiKey, headers: own = {}, paths, requestHeaders, responseHeaders, ...rest } = options;
  const isPassed = pathsAmong(paths);
  const allowedOf = requestHeadersBeside(requestHeaders);
  const returnedOf = responseHeadersBeside(responseHeaders);
  const credentials = {
    ...(apiKey == null ? {} : { authorization: `Bearer ${apiKey}` }),
    ...lowerCased(own),
  };
  const mask = createSecretMask(secretsIn(credentials));
  const forward = createForwarder(url, {
    ...rest,
    headers: ({ 'content-length': length, ...forwarded }) => ({
      ...allowedOf(forwarded),
      ...(length === undefined ? {} : { 'content-length': length }),
      // What comes compressed nevertheless is decompressed, so that no key hides in it.
      'accept-encoding': 'identity',
      ...credentials,
    }),
  });
  const hasKey = Object.keys(credentials).length > 0;
  return Object.assign(
    async (...[request]: Parameters<Forwarder>) => {
      refuseSteering(request.path);
      if (!isPassed(request.path)) return undefined;
      const response = await forward(request);
      if (response === undefined) return undefined;
      if (hasKey && KEY_REFUSED.has(response.status)) {
        await dismiss(response);
        throw new GatewayError('providerFailed', {
          metadata: { provider_name: forward.label, upstream_status: response.status },
        });
      }
      return masked({ ...response, headers: returnedOf(response.headers) }, mask);
    },
    { label: forward.label, close: forward.close, [Symbol.asyncDispose]: forward.close },
  );
}

/** An answer with one of these is about the key, so nothing of it is passed on. */
const KEY_REFUSED: ReadonlySet<number> = new Set([401, 402, 403]);

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function masked({ status, headers, body }: GatewayResponse, mask: SecretMask): GatewayResponse {
  const safe = Object.entries(headers).map(([name, value]) => [name, mask.text(value)] as const);
  return {
    status,
    headers: Object.fromEntries(safe),
    body:
      body.kind === 'stream'
        ? { ...body, chunks: mask.chunks(body.chunks), contentType: mask.text(body.contentType) }
        : body,
  };
}

/** Closes an answer whose body is not read. */
async function dismiss({ body }: GatewayResponse): Promise<void> {
  if (body.kind === 'stream') await body.chunks[Symbol.asyncIterator]().return?.();
}

function checkPassThroughOptions(options: PassThroughOptions): void {
  // Plain JavaScript may pass nothing.
  const given: unknown = options ?? {};
  checkOptions('passThrough', given, OPTIONS);
  const { apiKey, headers } = options ?? {};
  // A key that is undefined was meant to be one; left out, it may be among the headers.
  const isAmongHeaders = headers !== undefined && !Object.hasOwn(options, 'apiKey');
  if (apiKey !== undefined || isAmongHeaders) return;
  throw new TypeError(
    'passThrough needs apiKey: the key of the upstream, or null for one that takes no key',
  );
}

const OPTIONS: OptionTable<PassThroughOptions> = {
  ...FORWARDING,
  apiKey: secret({
    must: 'a key of visible ASCII characters, or null',
    holds: (value) => value === null || (typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)),
  }),
  headers: secret(TEXT_MEMBERS),
  paths: TEXTS,
  requestHeaders: TEXTS,
  responseHeaders: TEXTS,
};
