import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import type { RequestRecord } from '@model-gateway/core';
import { ConfigError, openGateway } from '@model-gateway/server';
import { startLoopback } from '../../../egress/test/loopback-server.ts';
import { until } from '../../../sql/test/support/until.ts';
import { configBefore, converse, readyWithKey } from '../support/ask-gateway.ts';

/* `onClientLeft` of a model of the configuration. Source: contract §12.9. */

const QUILL = { context: 8192, pricing: { prompt: '0', completion: '0' } };

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const HELLO = event({ id: '1', choices: [{ index: 0, delta: { content: 'Hello' } }] });
const REST = [
  event({ id: '1', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  event({ id: '1', choices: [], usage: { prompt_tokens: 10, completion_tokens: 50 } }),
  'data: [DONE]\n\n',
].join('');

/** A gateway before an upstream that says hello, and a client that leaves then. */
async function left(t: TestContext, model: object) {
  const answers: ServerResponse[] = [];
  const upstream = await startLoopback((_, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.write(HELLO);
    answers.push(res);
  });
  t.after(() => upstream[Symbol.asyncDispose]());
  const records: RequestRecord[] = [];
  const gateway = await openGateway(
    configBefore(upstream.url, { 'acme/quill': { ...QUILL, ...model } }),
    { observers: [{ wants: () => 'metadata', observe: (record) => records.push(record) }] },
  );
  t.after(() => gateway.close());
  const key = await readyWithKey(gateway);
  const client = new AbortController();
  const members = { model: 'acme/quill', stream: true };
  const response = await converse(gateway, key, members, { signal: client.signal });
  assert.ok(response?.body.kind === 'stream');
  await response.body.chunks[Symbol.asyncIterator]().next();
  client.abort();
  const usage = () => records[0]?.generation?.usage;
  return { gateway, upstream, records, usage, finish: () => answers[0]?.end(REST) };
}

describe('onClientLeft of a model of the configuration', () => {
  it('ends the call without it', async (t) => {
    const { upstream, usage } = await left(t, {});
    await upstream.allClosed();
    await until('the record', () => usage() !== undefined);
    assert.equal(usage()?.isEstimated, true);
  });

  it('reads what the provider counts with drain', async (t) => {
    const { finish, usage } = await left(t, { onClientLeft: 'drain' });
    finish();
    await until('the record', () => usage() !== undefined);
    assert.equal(usage()?.completionTokens, 50);
    assert.equal(usage()?.isEstimated, undefined);
  });

  it('does not hold up the end of the gateway', async (t) => {
    const { gateway, upstream, records, usage } = await left(t, { onClientLeft: 'drain' });
    assert.equal(records.length, 0);
    await gateway.close();
    assert.equal(usage()?.isEstimated, true);
    await upstream.allClosed();
  });

  it('is refused where it is another word', async (t) => {
    await assert.rejects(left(t, { onClientLeft: 'wait' }), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /onClientLeft/);
      return true;
    });
  });
});
