import assert from 'node:assert/strict';
import { it } from 'node:test';
import { encodeResponse } from '@model-gateway/core/http';
import { startFakeOpenAi } from '@model-gateway/providers/testing';
import { openGateway, type ConfigInput } from '@model-gateway/server';
import { converse, readyWithKey } from '../support/ask-gateway.ts';

const MODEL = 'openai/gpt-5.6-luna';

/** Asks for an answer that may cost more than the account has, and returns what became of it. */
async function askedOf(credits: string, reserve: NonNullable<ConfigInput['credits']>['reserve']) {
  await using openai = await startFakeOpenAi();
  await using gateway = await openGateway({
    store: 'sqlite::memory:',
    credits: { reserve },
    log: { level: 'silent' },
    egress: { allowOrigins: [new URL(openai.baseUrl).origin] },
    providers: [
      {
        kind: 'openai',
        apiKey: openai.apiKey,
        baseUrl: openai.baseUrl,
        models: {
          [MODEL]: {
            upstream: 'gpt-5.6-luna',
            context: 100_000,
            maxOutput: 10_000,
            pricing: { prompt: '0.001', completion: '0.01' },
          },
        },
      },
    ],
  });
  const { accounts } = gateway.administration;
  await accounts.create({ id: 'shop', credits });
  const key = await readyWithKey(gateway, 'shop');
  const messages = [{ role: 'user', content: 'one two three four' }];
  const response = await converse(gateway, key, { model: MODEL, messages });
  assert.ok(response !== undefined);
  const answer = JSON.parse(Buffer.concat(encodeResponse(response).parts).toString());
  const { free } = (await accounts.show('shop')) ?? {};
  const sent = openai.requests.map(({ request }) => JSON.parse(request.body.toString()));
  return { response, sent, answer, free };
}

it('an answer is refused where its account may have too little for it, by default', async () => {
  const { response, sent, free } = await askedOf('0.5', undefined);
  assert.deepEqual([response.status, sent.length, free], [402, 0, '0.5']);
});

it('an answer is cut to what its account pays for, where the operator says so', async () => {
  const { response, sent, answer, free } = await askedOf('0.5', 'affordable');
  assert.equal(response.status, 200);
  // Five tokens of input by the estimate, which leaves 0.495 USD for the answer.
  assert.equal(response.headers['x-gateway-warnings'], 'max_tokens=clamped:49');
  assert.equal(sent[0].max_completion_tokens, 49);
  const { prompt_tokens: read, completion_tokens: said } = answer.usage;
  assert.equal(Number(free), (500 - read - said * 10) / 1000);
});
