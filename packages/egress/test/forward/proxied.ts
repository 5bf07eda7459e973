import assert from 'node:assert/strict';
import { request, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';
import {
  createApiKey,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  type ApiKey,
  type GatewayOptions,
  type RequestRecord,
} from '@model-gateway/core';
import { mountAt } from '@model-gateway/core/http';
import { passThrough, type PassThroughOptions } from '@model-gateway/egress';
import { serve } from '@model-gateway/node';
import { startLoopback } from '../loopback-server.ts';
import { startRaw } from '../raw-server.ts';

export const CLIENT_KEY = 'mg-v1-of-the-client';
export const UPSTREAM_KEY = 'sk-of-the-upstream';

interface Proxied {
  readonly records: readonly RequestRecord[];
  readonly errors: readonly unknown[];
  /** Sends a request to the gateway and reads the whole answer. */
  send(given?: Sent): Promise<Heard>;
  readonly url: string;
}

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Heard {
  readonly status: number;
  /** The words behind the status. */
  readonly reason: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** An upstream that writes bytes rather than answers. */
interface RawUpstream {
  readonly raw: (socket: Socket) => void;
}

interface Given extends Partial<Pick<GatewayOptions, 'permissions' | 'maxBodyBytes'>> {
  readonly options?: PassThroughOptions;
  readonly key?: Partial<ApiKey>;
}

/** A gateway on a port that passes on to an upstream on another; both end with the test. */
export async function proxied(
  t: TestContext,
  upstream: RequestListener | RawUpstream,
  { options, key, ...gatewayOptions }: Given = {},
): Promise<Proxied> {
  const behind =
    typeof upstream === 'function' ? await startLoopback(upstream) : await startRaw(upstream.raw);
  const pass = passThrough(`${behind.url}/api`, { apiKey: UPSTREAM_KEY, ...options });
  const records: RequestRecord[] = [];
  const errors: unknown[] = [];
  const gateway = createGateway({
    stores: {
      models: createMemoryModelStore([]),
      keys: createMemoryKeyStore([createApiKey(CLIENT_KEY, { label: 'test key', ...key })]),
    },
    passThrough: pass,
    onRequest: (record) => records.push(record),
    onError: (error) => errors.push(error),
    ...gatewayOptions,
  });
  const server = await serve(mountAt('/v1', gateway.handle));
  t.after(async () => {
    await server.closeNow();
    await pass.close();
    await behind[Symbol.asyncDispose]();
  });
  return { records, errors, url: server.url, send: (given) => send(server.url, given) };
}

/** Sends headers as they are, which fetch would not. */
function send(
  url: string,
  { method = 'GET', path = '/v1/chat/completions', headers = {}, body }: Sent = {},
): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      { method, headers: { authorization: `Bearer ${CLIENT_KEY}`, ...headers }, agent: false },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => (text += chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          assert.ok(answer.statusCode);
          const { statusCode: status, statusMessage: reason } = answer;
          resolve({ status, reason, headers: answer.headers, text });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
