import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createMemoryDestinationStore, type HttpClient } from '@model-gateway/core';
import { createGuardedHttpClient, type GuardedHttpClient } from '@model-gateway/egress';
import { createForwarder } from '@model-gateway/telemetry';
import { AwsV4Signer } from 'aws4fetch';
import { aDestination } from '../support/destinations.ts';
import { decodeSpans } from '../support/decode-spans.ts';
import { aFailedRecord, aRecord } from '../support/records.ts';

/* An S3 server that checks signatures takes the objects. */

const BUCKET = 'traces';
/** The only account that the server knows. */
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

interface S3Server {
  configureBuckets(): Promise<unknown>;
  callback(): RequestListener;
}

const require = createRequire(import.meta.url);
/** The package has no types; its README names these options. */
const S3rver = require('@20minutes/s3rver') as new (options: {
  readonly directory: string;
  readonly silent: boolean;
  readonly allowMismatchedSignatures: boolean;
  readonly configureBuckets: readonly { readonly name: string }[];
}) => S3Server;

describe('an S3 server', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'model-gateway-s3-'));
  const server = createServer();
  let http: GuardedHttpClient;
  let endpoint: string;

  before(async () => {
    const configureBuckets = [{ name: BUCKET }];
    const allowMismatchedSignatures = false;
    const s3 = new S3rver({ directory, silent: true, allowMismatchedSignatures, configureBuckets });
    await s3.configureBuckets();
    server.on('request', s3.callback()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Listening on a TCP port, so the address is one.
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
  });
  after(async () => {
    await http.close();
    server.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const destination = (changes: Record<string, unknown> = {}) => {
    const config = {
      bucketName: BUCKET,
      region: 'us-east-1',
      endpoint,
      ...CREDENTIALS,
      ...changes,
    };
    return aDestination(1, { type: 's3', config });
  };
  const forwarderTo = (changes?: Record<string, unknown>, client: HttpClient = http) => {
    const owned = { accountId: 'org_1', destination: destination(changes) };
    return createForwarder({ destinations: createMemoryDestinationStore([owned]), http: client });
  };
  const get = async (url: string): Promise<string> => {
    const signed = await new AwsV4Signer({
      url,
      service: 's3',
      region: 'us-east-1',
      ...CREDENTIALS,
    }).sign();
    const response = await fetch(signed.url, { headers: signed.headers });
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return text;
  };

  it('passes the connection test', async () => {
    assert.deepEqual(await forwarderTo().test(destination()), { ok: true, status: 200 });
  });

  for (const [what, changes] of [
    ['another secret', { secretAccessKey: 'wrong' }],
    ['an account that does not exist', { accessKeyId: 'STRANGER' }],
  ] as const) {
    it(`fails the connection test with ${what}`, async () => {
      const result = await forwarderTo().test(destination(changes));
      assert.deepEqual([result.status, !result.ok && result.reason], [403, 'auth']);
    });
  }

  it('has an object for each record, whatever its key is called, with its span', async () => {
    const pathTemplate = '{prefix}/{apiKeyName}';
    const records = ['support', "a b/ü!'()*=&+", '../..'].map((keyLabel, i) => {
      const record =
        i === 2 ? aFailedRecord(i, 'quoted') : aRecord(i, { prompt: `prompt ${i} 中` });
      return { ...record, caller: record.caller && { ...record.caller, keyLabel } };
    });
    const urls: string[] = [];
    const forwarder = forwarderTo({ prefix: 'gateway', pathTemplate }, (request) => {
      urls.push(request.url);
      return http(request);
    });
    for (const record of records) forwarder.observe(record);
    await forwarder.flush();
    await forwarder.close({ timeoutMs: 20_000 });
    assert.equal(forwarder.stats().totals.outcomes.sent, records.length);

    const messages: string[] = [];
    for (const url of urls) {
      const [span] = decodeSpans({ body: await get(url) });
      messages.push(JSON.stringify(span?.attributes));
    }
    assert.equal(new Set(urls).size, records.length);
    for (const { generation } of records) {
      assert.ok(messages.some((text) => text.includes(generation?.content?.prompt ?? 'nothing')));
    }
  });
});
