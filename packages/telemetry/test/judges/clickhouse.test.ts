// System: starts a ClickHouse server.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMemoryDestinationStore } from '@model-gateway/core';
import { createGuardedHttpClient, type GuardedHttpClient } from '@model-gateway/egress';
import { createForwarder, type Forwarder } from '@model-gateway/telemetry';
import { toTableRow } from '../../src/kinds/table-row.ts';
import { toObservation } from '../../src/view/observation.ts';
import {
  hasClickHouse,
  NO_CLICKHOUSE,
  startClickHouse,
  type ClickHouseServer,
} from '../support/clickhouse-server.ts';
import { aDestination } from '../support/destinations.ts';
import { aFailedRecord, aRecord } from '../support/records.ts';

/* A real ClickHouse takes the rows. */

/** The table of the README, with the time in seconds: servers before 20 have no DateTime64. */
const TABLE = `CREATE TABLE model_gateway_traces (
  TRACE_ID String, SPAN_ID String, TIMESTAMP DateTime('UTC'), DURATION_MS Float64,
  MODEL String, PROVIDER Nullable(String), STATUS String, SPAN_TYPE String,
  USER_ID String, SESSION_ID Nullable(String), TOTAL_COST Nullable(Float64),
  TOTAL_TOKENS Nullable(UInt64), INPUT Nullable(String), OUTPUT Nullable(String),
  MODEL_PARAMETERS String, METADATA String
) ENGINE = MergeTree ORDER BY TRACE_ID`;

const ALL = 'SELECT * FROM model_gateway_traces ORDER BY TRACE_ID FORMAT JSONEachRow';

describe('ClickHouse', { skip: !hasClickHouse() && NO_CLICKHOUSE }, () => {
  let server: ClickHouseServer;
  let http: GuardedHttpClient;

  before(async () => {
    server = await startClickHouse();
    http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
    await server.query(TABLE);
  });
  after(async () => {
    await http.close();
    await server[Symbol.asyncDispose]();
  });

  const destination = (changes: Record<string, unknown> = {}) => {
    const { url: host, user: username, password, database } = server;
    const config = { host, username, password, database, ...changes };
    return aDestination(1, { type: 'clickhouse', config });
  };
  const forwarderTo = (changes?: Record<string, unknown>): Forwarder => {
    const owned = { accountId: 'org_1', destination: destination(changes) };
    return createForwarder({ destinations: createMemoryDestinationStore([owned]), http });
  };

  it('passes the connection test, which stores nothing', async () => {
    assert.deepEqual(await forwarderTo().test(destination()), { ok: true, status: 200 });
    assert.deepEqual(await server.query(ALL), []);
  });

  for (const [what, changes, reason] of [
    ['another password', { password: 'wrong' }, 'auth'],
    ['a user that does not exist', { username: 'stranger' }, 'auth'],
  ] as const) {
    it(`fails the connection test with ${what}`, async () => {
      const result = await forwarderTo().test(destination(changes));
      assert.deepEqual(!result.ok && result.reason, reason);
    });
  }

  it('has every record as a row, each column as it was', async () => {
    const records = [
      ...Array.from({ length: 300 }, (_, i) =>
        aRecord(i, { prompt: `prompt ${i} "'\\\n\t\0 é 中 😀`, sessionId: `s-${i % 7}` }),
      ),
      aFailedRecord(300, 'quoted: prompt 300'),
    ];
    const forwarder = forwarderTo();
    for (const record of records) forwarder.observe(record);
    await forwarder.flush();
    // The first try taught the forwarder what this version does not know.
    await forwarder.close({ timeoutMs: 20_000 });
    assert.equal(forwarder.stats().totals.outcomes.sent, records.length);

    const expected = records
      .map((record) => toTableRow(toObservation(record)?.full ?? assert.fail()))
      .map((row) => ({
        ...row,
        TIMESTAMP: '2026-11-01 12:00:00',
        // ClickHouse writes 64-bit integers as text.
        TOTAL_TOKENS: row.TOTAL_TOKENS === null ? null : String(row.TOTAL_TOKENS),
      }))
      .toSorted((a, b) => (String(a.TRACE_ID) < String(b.TRACE_ID) ? -1 : 1));
    assert.deepEqual(await server.query(ALL), expected);
  });

  it('that lacks the table loses the records, and says so', async () => {
    const forwarder = forwarderTo({ table: 'nothing_here' });
    forwarder.observe(aRecord(1));
    await forwarder.flush();
    await forwarder.close({ timeoutMs: 20_000 });
    assert.equal(forwarder.stats().totals.outcomes.dropped_refused, 1);
  });
});
