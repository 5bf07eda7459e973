import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { echo } from '../echo.ts';
import { CLIENT_KEY, proxied } from './proxied.ts';

/* Bodies of requests that are passed through as they arrive. Source: contract §1.10. */

/** Begins a POST whose body the test writes. */
function begin(url: string, headers: Record<string, string> = {}) {
  const sent = request(`${url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${CLIENT_KEY}`, ...headers },
    agent: false,
  });
  sent.on('error', () => {});
  const answered = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
    });
  });
  answered.catch(() => {});
  return { sent, answered };
}

/** A promise and what fulfils it. */
function signalled() {
  let resolve = () => {};
  const done = new Promise<void>((settle) => (resolve = settle));
  return { done, resolve };
}

describe('a body that is passed through', () => {
  it('reaches the upstream before its end is sent', async (t) => {
    const first = signalled();
    const { url } = await proxied(t, (req, res) => {
      req.once('data', () => first.resolve());
      req.once('end', () => res.end('whole'));
    });
    const { sent, answered } = begin(url);
    sent.write('half of it');
    await first.done;
    sent.end('the rest');
    assert.deepEqual(await answered, { status: 200, text: 'whole' });
  });

  it('keeps its content-length, and is chunked where it has none', async (t) => {
    const { url } = await proxied(t, (req, res) => void echo(req, res));
    const known = begin(url, { 'content-length': '5' });
    known.sent.end('hello');
    const text = 'hello';
    assert.deepEqual(JSON.parse((await known.answered).text), { text, length: '5' });
    const unknown = begin(url, { 'transfer-encoding': 'chunked' });
    unknown.sent.write('hel');
    unknown.sent.end('lo');
    assert.deepEqual(JSON.parse((await unknown.answered).text), { text, coding: 'chunked' });
  });

  it('that is chunked and empty is an empty body', async (t) => {
    const { url } = await proxied(t, (req, res) => void echo(req, res));
    const { sent, answered } = begin(url, { 'transfer-encoding': 'chunked' });
    sent.end();
    assert.deepEqual(JSON.parse((await answered).text), { text: '', length: '0' });
  });

  it('that never begins is not the upstream’s burden', async (t) => {
    let reached = 0;
    const { url, records } = await proxied(t, () => reached++);
    const { sent } = begin(url, { 'content-length': '5', expect: '100-continue' });
    sent.once('continue', () => sent.destroy());
    sent.flushHeaders();
    while (records.length === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([records[0]?.ending, reached], ['abandoned', 0]);
  });

  it('that grows past the limit is a 413, and breaks off at the upstream', async (t) => {
    const broken = signalled();
    const first = signalled();
    const options = { bodyLimitBytes: 10 };
    const { url } = await proxied(
      t,
      (req) => {
        req.on('error', () => {});
        req.once('data', () => first.resolve()).once('close', () => broken.resolve());
      },
      { options },
    );
    const { sent, answered } = begin(url);
    sent.write('ten bytes!');
    await first.done;
    sent.write('x');
    const { status, text } = await answered;
    assert.deepEqual([status, JSON.parse(text).error.metadata], [413, { limit_bytes: 10 }]);
    await broken.done;
  });

  it('breaks off at the upstream when its client leaves', async (t) => {
    const broken = signalled();
    const first = signalled();
    const { url, records, errors } = await proxied(t, (req) => {
      req.on('error', () => {});
      req.once('data', () => first.resolve()).once('close', () => broken.resolve());
    });
    const { sent } = begin(url, { 'content-length': '100' });
    sent.write('half of it');
    await first.done;
    sent.destroy();
    await broken.done;
    while (records.length === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([records[0]?.ending, errors], ['abandoned', []]);
  });

  it('may be answered before its end', async (t) => {
    const { url } = await proxied(t, (req, res) => {
      req.once('data', () => res.writeHead(422).end('not like this'));
    });
    const { sent, answered } = begin(url);
    sent.write('half of it');
    assert.deepEqual(await answered, { status: 422, text: 'not like this' });
    sent.destroy();
  });

  it('may take its client longer than the upstream may take', async (t) => {
    const clock = createManualClock(0);
    const first = signalled();
    const { url } = await proxied(
      t,
      (req, res) => {
        req.once('data', () => first.resolve());
        req.once('end', () => res.end('whole'));
      },
      { options: { clock, timeoutMs: 1000 } },
    );
    const { sent, answered } = begin(url);
    sent.write('half of it');
    await first.done;
    clock.advance(5000);
    sent.end('the rest');
    assert.deepEqual(await answered, { status: 200, text: 'whole' });
  });

  it('that the upstream does not read is a 524', async (t) => {
    const clock = createManualClock(0);
    const reached = signalled();
    const options = { clock, timeoutMs: 1000 };
    const { url } = await proxied(t, () => reached.resolve(), { options });
    const { sent, answered } = begin(url);
    const chunk = new Uint8Array(64 * 1024);
    const progress = { isOver: false };
    const over = answered.finally(() => (progress.isOver = true));
    const write = async () => {
      while (!progress.isOver) {
        if (!sent.write(chunk)) {
          await Promise.race([over, new Promise((resolve) => sent.once('drain', resolve))]);
        }
      }
    };
    const advance = async () => {
      await reached.done;
      while (!progress.isOver) {
        await new Promise((resolve) => setImmediate(resolve));
        clock.advance(10);
      }
    };
    const [{ status }] = await Promise.all([over, write(), advance()]);
    assert.equal(status, 524);
    sent.destroy();
  });
});
