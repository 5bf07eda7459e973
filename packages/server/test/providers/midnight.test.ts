import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { encodeResponse } from '@model-gateway/core/http';
import { startFakeGemini } from '@model-gateway/providers/testing';
import { openGateway } from '@model-gateway/server';

/* On 2026-12-01 Gemini 4 Argon costs twice as much, and Gemini 2.5 Pro ends. */

const MINUTE = 60_000;
const ARGON = 'google/gemini-4-argon';
const OLD = 'google/gemini-2.5-pro';

it('a gateway that runs past midnight charges, lists and serves as of the new day', async () => {
  await using fake = await startFakeGemini();
  const clock = createManualClock(Date.parse('2026-12-01') - MINUTE);
  await using gateway = await openGateway(
    {
      store: 'sqlite::memory:',
      log: { level: 'silent' },
      egress: { allowOrigins: [new URL(fake.baseUrl).origin] },
      providers: [
        { kind: 'gemini', apiKey: fake.apiKey, baseUrl: fake.baseUrl, models: [ARGON, OLD] },
      ],
    },
    { clock },
  );
  const { administration } = gateway;
  const workspace = await administration.workspaces.create({
    accountId: 'user_1',
    name: 'Default',
  });
  await administration.accounts.create({ id: 'account', credits: '10' });
  const { text: key } = await administration.keys.create({
    label: 'shop',
    userId: 'user_1',
    workspaceId: workspace.id,
    creditAccountId: 'account',
  });
  await gateway.ready();
  const ask = async (path: string, body?: object) => {
    const answer = await gateway.handle({
      method: body === undefined ? 'GET' : 'POST',
      path,
      search: '',
      mount: '',
      headers: { authorization: `Bearer ${key}` },
      body: body === undefined ? { kind: 'none' } : { kind: 'parsed', value: body },
    });
    assert.ok(answer);
    const text = Buffer.concat(encodeResponse(answer).parts).toString('utf8');
    return { status: answer.status, etag: answer.headers['etag'], json: JSON.parse(text) };
  };
  const chat = (model: string) =>
    ask('/chat/completions', { model, messages: [{ role: 'user', content: 'Hi' }] });
  /** What clients are told and charged. */
  const seen = async () => {
    const { json: page, etag } = await ask('/models');
    const { json: endpoints } = await ask(`/models/${ARGON}/endpoints`);
    const { json: answer } = await chat(ARGON);
    return {
      etag,
      listed: page.data.map(({ id, pricing }: { id: string; pricing: { prompt: string } }) => [
        id,
        pricing.prompt,
      ]),
      offered: endpoints.data.endpoints[0].pricing.prompt,
      cost: answer.usage.cost,
    };
  };

  const before = await seen();
  assert.deepEqual(before.listed[0], [ARGON, '0.000002']);
  assert.deepEqual([before.listed.length, before.offered], [2, '0.000002']);
  assert.equal((await chat(OLD)).status, 200);
  clock.advance(MINUTE);
  const after = await seen();
  assert.deepEqual(after.listed, [[ARGON, '0.000004']]);
  assert.equal(after.offered, '0.000004');
  assert.ok(before.cost > 0);
  assert.equal(after.cost, 2 * before.cost);
  assert.notEqual(after.etag, before.etag);
  assert.equal((await chat(OLD)).status, 404);
  assert.equal((await ask(`/models/${OLD}/endpoints`)).status, 404);
});
