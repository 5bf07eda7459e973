import { GatewayError } from '@model-gateway/core';
import type { GatewayRequest } from '@model-gateway/core/http';
import { createGuardedHttpClient, type GuardedHttpClient } from '../guarded-http-client.ts';

/** Reads an upstream's base URL. Throws a `TypeError` unless it is http or https and without a user. */
export function baseOf(url: string): URL {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base?.protocol === 'http:' || base?.protocol === 'https:') {
    if (base.username === '' && base.password === '') return base;
    throw new TypeError('the upstream URL must not contain a user name or a password; use apiKey');
  }
  throw new TypeError(
    `the upstream must be the base URL of a gateway, such as https://gateway.example/v1, got "${url}"`,
  );
}

/** Creates a client that may also call this one origin, which the host named. */
export function clientFor({ protocol, hostname, port }: URL): GuardedHttpClient {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  return createGuardedHttpClient({
    allow: (target) =>
      target.protocol === protocol && target.hostname === name && target.port === number,
  });
}

/** Returns the URL of a request at the upstream. `..` in its path must not lead out of the base. */
export function targetOf(base: URL, { path, search }: GatewayRequest): string {
  const prefix = base.pathname.replace(/\/$/, '');
  const target = new URL(`${base.origin}${prefix}${path}${search}`);
  if (target.pathname !== prefix && !target.pathname.startsWith(`${prefix}/`)) {
    throw new GatewayError('notFound', {
      message: `Resource not found: ${path} is outside ${base.host}${prefix}`,
    });
  }
  return target.href;
}
