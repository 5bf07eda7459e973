import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { createManualClock, type RequestRecord } from '@model-gateway/core';
import { createLogger, lineWriter } from '../../src/log/create-logger.ts';
import { createRequestLog } from '../../src/log/request-log.ts';
import type { Config } from '../../src/config/schema.ts';
import { aCaller, aGeneration, aRecord } from '../support/records.ts';

/** The lines that a log has after these requests, without their times. */
function linesOf(records: readonly RequestRecord[], level: Config['log']['level'] = 'info') {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger(
    { level, format: 'json' },
    {
      write(line) {
        const { time, ...rest } = JSON.parse(line);
        assert.equal(new Date(time).toISOString(), time);
        lines.push(rest);
      },
    },
  );
  const log = createRequestLog(logger);
  for (const record of records) log.observe(record);
  return lines;
}

describe('the log of requests', () => {
  it('says who asked for what, and what became of it', () => {
    assert.deepEqual(linesOf([aRecord()]), [
      {
        level: 'info',
        operation: 'listModels',
        method: 'GET',
        route: '/models',
        key: 'shop',
        keyHash: 'aaaaaaaa',
        requestId: 'req_1',
        status: 200,
        ms: 3,
        msg: 'request',
      },
    ]);
  });

  it('names the error, and how a response ended unless it was handed over whole', () => {
    const [line] = linesOf([aRecord({ status: 499, ending: 'abandoned', error: 'unavailable' })]);
    assert.deepEqual([line?.['ending'], line?.['error']], ['abandoned', 'unavailable']);
  });

  it('says why references of a request could not be fetched', () => {
    const refusedReferences = [{ path: 'messages[0].content[1]', egress: 'refused' }] as const;
    const [line] = linesOf([aRecord({ generation: aGeneration({ refusedReferences }) })]);
    assert.deepEqual(line?.['refusedReferences'], refusedReferences);
  });

  it('says of a conversation how many tokens it took, how soon it began, and how it ended', () => {
    const usage = {
      promptTokens: 100,
      completionTokens: 50,
      cacheReadTokens: 80,
      reasoningTokens: 20,
    };
    const provider = { slug: 'openai', name: 'OpenAI' };
    const chat = aGeneration({
      task: 'chat',
      isStream: true,
      firstOutputMs: 300.4,
      finishReason: 'stop',
      usage,
      provider,
    });
    const [line, estimated] = linesOf([
      aRecord({ generation: chat }),
      aRecord({ generation: { ...chat, usage: { ...usage, isEstimated: true } } }),
    ]);
    const { isStream, inputTokens, outputTokens, cachedTokens, reasoningTokens } = line ?? {};
    assert.deepEqual(
      [isStream, inputTokens, outputTokens, cachedTokens, reasoningTokens],
      [true, 100, 50, 80, 20],
    );
    assert.deepEqual([line?.['firstOutputMs'], line?.['finishReason']], [300, 'stop']);
    assert.equal(line?.['images'], undefined);
    assert.equal(line?.['isEstimated'], undefined);
    assert.equal(estimated?.['isEstimated'], true);
  });

  it('counts the attempts of a generation, and names the failure of the last', () => {
    const attempt = (failure: 'overloaded' | undefined) => ({
      provider: 'openai',
      startedMs: 0,
      ms: 2,
      outcome: failure === undefined ? ('succeeded' as const) : ('failed' as const),
      failure,
      message: undefined,
      egress: undefined,
      egressCode: undefined,
    });
    const [failed, recovered] = linesOf([
      aRecord({ generation: aGeneration({ attempts: [attempt('overloaded')] }) }),
      aRecord({
        generation: aGeneration({ attempts: [attempt('overloaded'), attempt(undefined)] }),
      }),
    ]);
    assert.deepEqual([failed?.['attemptCount'], failed?.['failure']], [1, 'overloaded']);
    assert.deepEqual([recovered?.['attemptCount'], recovered?.['failure']], [2, undefined]);
  });

  it('names the trace that the request belongs to', () => {
    const traceId = 'c'.repeat(32);
    const [joined, alone] = linesOf([
      aRecord({ parent: { traceId, spanId: 'd'.repeat(16), isSampled: true } }),
      aRecord(),
    ]);
    assert.equal(joined?.['traceId'], traceId);
    assert.ok(alone !== undefined && !('traceId' in alone));
  });

  it('leaves the key out of a request without one', () => {
    const [line] = linesOf([aRecord({ caller: undefined, status: 401, error: 'invalidKey' })]);
    assert.ok(line !== undefined && !('key' in line) && !('keyHash' in line));
  });

  it('says which known key was refused, and why', () => {
    const key = { keyHash: 'c'.repeat(64), keyLabel: 'old shop' };
    const refused = { caller: undefined, status: 401, error: 'invalidKey' } as const;
    const [known, unknown] = linesOf([
      aRecord({ ...refused, refusedKey: { problem: 'expired', key } }),
      aRecord({ ...refused, refusedKey: { problem: 'unknown', key: undefined } }),
    ]);
    assert.deepEqual(
      [known?.['key'], known?.['keyHash'], known?.['keyProblem']],
      ['old shop', 'cccccccc', 'expired'],
    );
    assert.equal(unknown?.['keyProblem'], 'unknown');
    assert.ok(unknown !== undefined && !('key' in unknown) && !('keyHash' in unknown));
  });

  it('warns of a 5xx, also where only warnings are logged', () => {
    const lines = linesOf([aRecord(), aRecord({ status: 502 })], 'warn');
    assert.deepEqual(
      lines.map(({ level, status }) => [level, status]),
      [['warn', 502]],
    );
  });

  it('follows a key to its new label, and tells keys apart', () => {
    const lines = linesOf([
      aRecord(),
      aRecord({ caller: aCaller({ keyLabel: 'new shop' }) }),
      aRecord({ caller: aCaller({ keyHash: 'b'.repeat(64) }) }),
      aRecord(),
    ]);
    assert.deepEqual(
      lines.map(({ key, keyHash }) => [key, keyHash]),
      [
        ['shop', 'aaaaaaaa'],
        ['new shop', 'aaaaaaaa'],
        ['shop', 'bbbbbbbb'],
        ['shop', 'aaaaaaaa'],
      ],
    );
  });

  it('has what an answer costs that was read although its client had left', () => {
    const [drained, usual] = linesOf([
      aRecord({ generation: aGeneration({ drainedUsd: '0.51' }) }),
      aRecord({ generation: aGeneration() }),
    ]);
    assert.equal(drained?.['drainedUsd'], '0.51');
    assert.ok(usual !== undefined && !('drainedUsd' in usual));
  });

  it('tells a thousand and more keys apart', () => {
    const records = Array.from({ length: 2500 }, (_, i) =>
      aRecord({ caller: aCaller({ keyLabel: `key ${i}` }) }),
    );
    assert.deepEqual(
      linesOf(records).map(({ key }) => key),
      records.map(({ caller }) => caller?.keyLabel),
    );
  });

  describe('that is made later', () => {
    const NOON = Date.parse('2026-11-01T12:00:00Z');

    /** A log whose lines are made when the test says so. */
    function aLaterLog() {
      const clock = createManualClock(NOON + 7);
      const lines: string[] = [];
      let later: (() => void)[] = [];
      const make = () => {
        const makers = later;
        later = [];
        for (const makeLines of makers) makeLines();
      };
      const output = {
        write(line: string) {
          make();
          lines.push(line);
        },
        later: (makeLines: () => void) => later.push(makeLines),
      };
      const logger = createLogger({ level: 'info', format: 'json' }, output, clock);
      const parsed = () => lines.map((line) => JSON.parse(line));
      return { logger, log: createRequestLog(logger), make, lines: parsed };
    }

    it('gives a line the time at which its request ended, and its place', () => {
      const { logger, log, lines } = aLaterLog();
      log.observe(aRecord({ startedAt: NOON, ms: 3 }));
      log.observe(aRecord({ startedAt: NOON + 1, ms: 4 }));
      assert.deepEqual(lines(), []);
      logger.info('reloaded');
      log.observe(aRecord({ startedAt: NOON + 2, ms: 6 }));
      logger.info('stopped');
      assert.deepEqual(
        lines().map(({ time, msg }) => [time, msg]),
        [
          ['2026-11-01T12:00:00.003Z', 'request'],
          ['2026-11-01T12:00:00.005Z', 'request'],
          ['2026-11-01T12:00:00.007Z', 'reloaded'],
          ['2026-11-01T12:00:00.008Z', 'request'],
          ['2026-11-01T12:00:00.007Z', 'stopped'],
        ],
      );
    });

    it('lets at most 200 lines wait, and loses none', () => {
      const { log, make, lines } = aLaterLog();
      const ids = Array.from({ length: 450 }, (_, i) => `req_${i}`);
      for (const requestId of ids) log.observe(aRecord({ requestId }));
      assert.equal(lines().length, 400);
      make();
      assert.deepEqual(
        lines().map(({ requestId }) => requestId),
        ids,
      );
    });
  });

  it('writes what pino would', () => {
    const NOON = Date.parse('2026-11-01T12:00:00Z');
    const lines: string[] = [];
    const output = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({ level: 'info', format: 'json' }, output, { now: () => NOON });
    const odd = 'quote " back\\slash \n \u2028 \ud800 \u0000 ß 画';
    const first = { operation: odd, missing: undefined, keyHash: 'aaaaaaaa' };
    for (const fields of [
      {},
      { requestId: odd, status: 200, ms: 3, ending: undefined },
      { costUsd: '0.04', attempts: [{ provider: odd, failure: undefined, ms: 2 }], images: 0 },
      { error: 'rateLimited', ms: Number.NaN },
    ]) {
      logger.child(first).info(fields, 'request');
      lineWriter(logger, first, 'request')('info', NOON, fields);
      logger.child(first).warn(fields, 'request');
      lineWriter(logger, first, 'request')('warn', NOON, fields);
    }
    assert.equal(lines.length, 16);
    for (let i = 0; i < lines.length; i += 2) assert.equal(lines[i + 1], lines[i]);
  });

  it('writes at once into a logger of the host', () => {
    const lines: string[] = [];
    const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) });
    createRequestLog(logger).observe(aRecord());
    assert.equal(lines.length, 1);
  });

  it('has no text of prompts, paths, sessions or users', () => {
    const secret = 'canary';
    const [line] = linesOf([
      aRecord({ path: `/v1/${secret}`, sessionId: secret, caller: aCaller({ userId: secret }) }),
    ]);
    assert.ok(!JSON.stringify(line).includes(secret));
  });
});
