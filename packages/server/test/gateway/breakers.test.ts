import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { encodeResponse } from '@model-gateway/core/http';
import { json, startFakeOpenAi } from '@model-gateway/providers/testing';
import { openGateway } from '@model-gateway/server';
import { aKeyedPost, aRequest } from '../../../core/test/builders.ts';

const MODEL = 'openai/gpt-image-1-mini';

it('the breaker of a failing model is in metrics and listed, until it succeeds', async () => {
  await using openai = await startFakeOpenAi();
  const clock = createManualClock(Date.parse('2026-06-01T12:00:00Z'));
  await using gateway = await openGateway(
    {
      store: 'sqlite::memory:',
      credits: { required: false },
      log: { level: 'silent' },
      egress: { allowOrigins: [new URL(openai.baseUrl).origin] },
      providers: [{ kind: 'openai', apiKey: openai.apiKey, baseUrl: openai.baseUrl }],
      inference: { breaker: { failures: 1, cooldownMs: 1000 } },
    },
    { clock },
  );
  const { administration } = gateway;
  const { id: workspaceId } = await administration.workspaces.create({
    accountId: 'user_1',
    name: 'Default',
  });
  const { text: key } = await administration.keys.create({
    label: 'shop',
    userId: 'user_1',
    workspaceId,
  });
  await gateway.ready();
  const draw = async () => {
    const response = await gateway.handle(
      aKeyedPost('/images', key, { model: MODEL, prompt: 'a red panda' }, { mount: '' }),
    );
    return response?.status;
  };
  const page = async (path: string) => {
    const answer = await gateway.admin(aRequest(path, { mount: '' }));
    assert.ok(answer !== undefined);
    return Buffer.concat(encodeResponse(answer).parts).toString('utf8');
  };
  const expectBreakers = async (open: number, rows: readonly object[]) => {
    assert.ok(
      (await page('/metrics')).includes(`gateway_breakers_open{provider="openai"} ${open}\n`),
    );
    assert.deepEqual(JSON.parse(await page('/breakers')), { data: rows });
  };
  const row = { provider: 'openai', model: MODEL, failures: 1 };

  await expectBreakers(0, []);
  openai.fail('submit', json({ error: { message: 'down' } }, 500));
  assert.equal(await draw(), 502);
  await expectBreakers(1, [{ ...row, state: 'open', cooldown_ms: 1000 }]);
  clock.advance(1000);
  await expectBreakers(0, [{ ...row, state: 'half-open', cooldown_ms: 0 }]);
  assert.equal(await draw(), 200);
  await expectBreakers(0, []);
});
