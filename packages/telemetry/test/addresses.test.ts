import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { createMemoryDestinationStore, DESTINATION_KINDS } from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { createForwarder } from '@model-gateway/telemetry';
import { EXPORTER_KINDS } from '../src/kinds/index.ts';
import { SPELLINGS } from '../../egress/test/spellings.ts';
import { aDestination, CONFIGS } from './support/destinations.ts';

/** Every member that says where to send to, and how a host is written in it. */
const MEMBERS = [
  ['langfuse', 'baseUrl', (host: string) => `http://${host}`],
  ['webhook', 'url', (host: string) => `http://${host}/in`],
  ['otel-collector', 'endpoint', (host: string) => `http://${host}`],
  ['langsmith', 'endpoint', (host: string) => `http://${host}`],
  ['braintrust', 'baseUrl', (host: string) => `http://${host}`],
  ['datadog', 'url', (host: string) => `http://${host}`],
  ['posthog', 'endpoint', (host: string) => `http://${host}`],
  ['grafana', 'baseUrl', (host: string) => `http://${host}`],
  ['arize', 'baseUrl', (host: string) => `http://${host}`],
  ['sentry', 'otlpEndpoint', (host: string) => `http://${host}`],
  ['weave', 'baseUrl', (host: string) => `http://${host}`],
  ['clickhouse', 'host', (host: string) => `http://${host}`],
  ['clickhouse', 'host', (host: string) => host],
  ['s3', 'endpoint', (host: string) => `http://${host}`],
  ['snowflake', 'account', (host: string) => `${host}/#`],
  ['s3', 'region', (host: string) => `x@${host}/`],
  ['s3', 'bucketName', (host: string) => `${host}/`],
] as const;

describe('the members that say where to send to', () => {
  it('include every URL of every kind that is forwarded to', () => {
    const urls = Object.entries(DESTINATION_KINDS)
      .filter(([type]) => EXPORTER_KINDS.has(type))
      .flatMap(([type, members]) =>
        Object.entries(members)
          .filter(([, { form }]) => form === 'url')
          .map(([member]) => `${type}.${member}`),
      );
    const known = new Set<string>(MEMBERS.map(([type, member]) => `${type}.${member}`));
    assert.deepEqual(
      urls.filter((member) => !known.has(member)),
      [],
    );
  });
});

describe('an address of this network', () => {
  it('is never connected to, in any spelling and in any member', async (t) => {
    let connections = 0;
    const server = createServer((_, res) => res.end()).on('connection', () => connections++);
    server.listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    // Listening on a TCP port, so the address is one.
    const { port } = server.address() as AddressInfo;
    // Names lead to this machine, so that a name that passes would connect.
    const http = createGuardedHttpClient({ lookup: async () => ['127.0.0.1'] });
    const forwarder = createForwarder({ destinations: createMemoryDestinationStore(), http });

    assert.ok(SPELLINGS.length >= 300);
    for (const [type, member, written] of MEMBERS) {
      for (const host of SPELLINGS) {
        const config = { ...CONFIGS[type], [member]: written(`${host}:${port}`) };
        const result = await forwarder.test(aDestination(1, { type, config }));
        assert.equal(result.ok, false, `${type}.${member} ${host}`);
      }
    }
    assert.equal(connections, 0);
    await http.close();
  });
});
