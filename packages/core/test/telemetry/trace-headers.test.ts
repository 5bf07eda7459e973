import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RequestRecord } from '@model-gateway/core';
import { aGateway, get } from '../builders.ts';

/* Which session and which trace a request belongs to. Source: contract §1.11. */

async function recordWith(headers: Record<string, string>): Promise<RequestRecord> {
  const records: RequestRecord[] = [];
  const gateway = aGateway({ onRequest: (record) => records.push(record) });
  await get(gateway, '/models', headers);
  const [record] = records;
  assert.ok(record, 'no record');
  return record;
}

describe('x-session-id', () => {
  for (const id of ['s', 'chat 7', '~', 'x'.repeat(256)]) {
    it(`is taken: ${id.slice(0, 20)}`, async () => {
      assert.equal((await recordWith({ 'x-session-id': id })).sessionId, id);
    });
  }

  for (const [what, id] of [
    ['empty', ''],
    ['longer than 256 characters', 'x'.repeat(257)],
    ['only a space', ' '],
    ['a control character', 'a\tb'],
    ['beyond ASCII', 'sitzung-ü'],
  ] as const) {
    it(`is ignored: ${what}`, async () => {
      assert.equal((await recordWith({ 'x-session-id': id })).sessionId, undefined);
    });
  }

  it('is not made up', async () => {
    assert.equal((await recordWith({})).sessionId, undefined);
  });
});

describe('traceparent', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
  const SPAN = '00f067aa0ba902b7';

  for (const [traceparent, isSampled] of [
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    [`00-${TRACE}-${SPAN}-03`, true],
    [`cc-${TRACE}-${SPAN}-01-what-the-future-brings`, true],
  ] as const) {
    it(`is taken: ${traceparent}`, async () => {
      const { parent } = await recordWith({ traceparent });
      assert.deepEqual(parent, { traceId: TRACE, spanId: SPAN, isSampled });
    });
  }

  for (const traceparent of [
    '',
    'garbage',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
  ]) {
    it(`is ignored: ${traceparent}`, async () => {
      assert.equal((await recordWith({ traceparent })).parent, undefined);
    });
  }
});
