import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { fail, startMockGateway } from '@model-gateway/mock';
import OpenAI from 'openai';
import { FAILURES, type FailureName } from '../../src/chat/failures.ts';
import { anthropicOf } from './streams-of.ts';

/* Named errors, as the error classes of the official clients take them. */

const gateway = await startMockGateway({ world: 'tiny' });
after(() => gateway.close());

type Class = new (...args: never[]) => Error;

/** The class of both clients, and what Anthropic's error says of its type. */
const CLASSES: Readonly<Record<FailureName, readonly [Class, Class, string]>> = {
  overloaded: [OpenAI.InternalServerError, Anthropic.InternalServerError, 'overloaded_error'],
  'rate-limit': [OpenAI.RateLimitError, Anthropic.RateLimitError, 'rate_limit_error'],
  'out-of-credits': [OpenAI.APIError, Anthropic.APIError, 'billing_error'],
  'invalid-key': [
    OpenAI.AuthenticationError,
    Anthropic.AuthenticationError,
    'authentication_error',
  ],
  'context-too-long': [OpenAI.BadRequestError, Anthropic.BadRequestError, 'invalid_request_error'],
  'content-filter': [OpenAI.BadRequestError, Anthropic.BadRequestError, 'invalid_request_error'],
  'unknown-model': [OpenAI.NotFoundError, Anthropic.NotFoundError, 'not_found_error'],
  'too-large': [OpenAI.APIError, Anthropic.APIError, 'request_too_large'],
};

/** Where embeddings have words of their own. */
const WORDS: Readonly<Record<string, { readonly embeddings?: string; readonly openai: string }>> =
  Object.fromEntries(Object.entries(FAILURES).map(([name, { says }]) => [name, says]));

const model = 'acme/quill-1';
const messages = [{ role: 'user' as const, content: 'q' }];

// Object.keys forgets that these are the keys.
for (const name of Object.keys(FAILURES) as FailureName[]) {
  const { status, says } = FAILURES[name];
  const [openaiClass, anthropicClass, type] = CLASSES[name];

  describe(`the error ${name}`, () => {
    it('is that of the official clients, in the words of the provider', async () => {
      await using t = gateway.tenant();
      t.chat().failAlways(name);
      const client = new OpenAI({ baseURL: t.baseURL, apiKey: t.apiKey, maxRetries: 0 });
      const said = (text: string) => text.replaceAll('{model}', model);
      const isLike = (Class: Class, text: string) => (error: unknown) => {
        assert.ok(error instanceof Class, String(error));
        assert.ok('status' in error && error.status === status);
        assert.ok(error.message.includes(said(text)), error.message);
        return true;
      };
      await assert.rejects(
        client.chat.completions.create({ model, messages }),
        isLike(openaiClass, says.openai),
      );
      await assert.rejects(
        client.responses.create({ model, input: 'q' }),
        isLike(openaiClass, says.responses),
      );
      t.on('embeddings').failAlways(name);
      const { embeddings = says.openai } = WORDS[name] ?? {};
      await assert.rejects(
        client.embeddings.create({ model, input: 'q' }),
        isLike(openaiClass, embeddings),
      );
      const ranked = await fetch(`${t.baseURL}/rerank`, {
        method: 'POST',
        headers: { authorization: `Bearer ${t.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, query: 'q', documents: ['a'] }),
      });
      // There is no provider of rankings whose words clients search.
      assert.equal(ranked.status, status);
      assert.equal(((await ranked.json()) as { error: { code: number } }).error.code, status);
      await assert.rejects(
        anthropicOf(t).messages.create({ model, messages, max_tokens: 9 }),
        (error) =>
          isLike(anthropicClass, says.anthropic)(error) &&
          error instanceof Anthropic.APIError &&
          error.type === type,
      );
    });
  });
}

describe('a named error', () => {
  it('says the same as a step of a script', async () => {
    await using t = gateway.tenant();
    t.chat().inTurn(fail('overloaded'));
    const asking = anthropicOf(t).messages.create({ model, messages, max_tokens: 9 });
    await assert.rejects(asking, /"type":"overloaded_error","message":"Overloaded"/);
  });

  it('says what the test wants it to say, and the words of the gateway elsewhere', async () => {
    await using t = gateway.tenant();
    t.chat().fail('overloaded', { message: 'Busy.', times: 3 });
    const asking = anthropicOf(t).messages.create({ model, messages, max_tokens: 9 });
    await assert.rejects(asking, /Busy\./);
    t.on('listModels').fail('overloaded');
    const answer = await fetch(`${t.baseURL}/models`, {
      headers: { authorization: `Bearer ${t.apiKey}` },
    });
    assert.match(await answer.text(), /"message":"Provider returned error"/);
  });
});
