import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Anthropic, { APIError } from '@anthropic-ai/sdk';
import type { MessageParam, Tool } from '@anthropic-ai/sdk/resources/messages';
import { startFakeAnthropic } from '@model-gateway/providers/testing';

const clientOf = ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) =>
  new Anthropic({ baseURL: baseUrl.replace(/\/v1$/, ''), apiKey, maxRetries: 0 });

const asking = (content: string) => ({
  model: 'claude-opus-5',
  max_tokens: 4096,
  messages: [{ role: 'user', content } satisfies MessageParam],
});
const INPUT = {
  type: 'object' as const,
  properties: { city: { type: 'string' } },
  required: ['city'],
};
const TOOLS: Tool[] = ['weather', 'clock'].map((name) => ({ name, input_schema: INPUT }));

describe('the fake of Anthropic, judged by the official client', () => {
  it('answers whole', async () => {
    await using fake = await startFakeAnthropic();
    const message = await clientOf(fake).messages.create(asking('Hi'));
    assert.deepEqual(
      message.content.map(({ type }) => type),
      ['thinking', 'text'],
    );
    assert.equal(message.stop_reason, 'end_turn');
    assert.equal(message.usage.output_tokens_details?.thinking_tokens, 2);
  });

  it('streams what it answers whole', async () => {
    await using fake = await startFakeAnthropic();
    const { messages } = clientOf(fake);
    const body = {
      ...asking('Grüße 🌍, redact'),
      thinking: { type: 'adaptive' as const, display: 'summarized' as const },
    };
    const whole = await messages.create(body);
    const streamed = await messages.stream(body).finalMessage();
    assert.deepEqual(streamed.content, whole.content);
    assert.deepEqual(
      [streamed.stop_reason, streamed.usage.output_tokens],
      [whole.stop_reason, whole.usage.output_tokens],
    );
    assert.deepEqual(
      whole.content.map(({ type }) => type),
      ['thinking', 'redacted_thinking', 'text'],
    );
  });

  it('calls two tools, and goes on with thinking, calls and results', async () => {
    await using fake = await startFakeAnthropic();
    const { messages } = clientOf(fake);
    const question = asking('Weather?');
    const choice = { type: 'any' as const };
    const first = await messages
      .stream({ ...question, tools: TOOLS, tool_choice: choice })
      .finalMessage();
    const calls = first.content.filter((block) => block.type === 'tool_use');
    assert.deepEqual(
      calls.map(({ name, input }) => [name, input]),
      [
        ['weather', { city: 'demo' }],
        ['clock', { city: 'demo' }],
      ],
    );
    const results = calls.map(({ id }) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: 'sunny',
    }));
    const after = await messages.create({
      ...question,
      tools: TOOLS,
      messages: [
        ...question.messages,
        { role: 'assistant', content: first.content },
        { role: 'user', content: [...results, { type: 'text', text: 'And?' }] },
      ],
    });
    assert.deepEqual(after.content.at(-1), {
      type: 'text',
      text: 'You said: And?',
      citations: null,
    });
  });

  it('keeps a prompt that is marked, and reads it the second time', async () => {
    await using fake = await startFakeAnthropic();
    const { messages } = clientOf(fake);
    const system = [
      {
        type: 'text' as const,
        text: 'A',
        cache_control: { type: 'ephemeral' as const, ttl: '1h' as const },
      },
    ];
    const [first, second] = [
      await messages.create({ ...asking('Hi'), system }),
      await messages.create({ ...asking('Ho'), system }),
    ];
    assert.equal(first.usage.cache_creation?.ephemeral_1h_input_tokens, 6);
    assert.equal(second.usage.cache_read_input_tokens, 6);
    assert.equal(second.usage.cache_creation_input_tokens, 0);
  });

  it('fills a schema, counts tokens and lists models', async () => {
    await using fake = await startFakeAnthropic();
    const { messages, models } = clientOf(fake);
    const schema = { ...INPUT, additionalProperties: false };
    const message = await messages.parse({
      ...asking('Which?'),
      output_config: { format: { type: 'json_schema', schema } },
    });
    assert.deepEqual(message.parsed_output, { city: 'demo' });
    const { max_tokens: _, ...counted } = asking('Hi');
    assert.equal((await messages.countTokens(counted)).input_tokens, 9);
    assert.equal((await models.list()).data.length, 0);
  });

  const at = (content: MessageParam['content'], role: 'user' | 'assistant' = 'user') => ({
    messages: [{ role, content }],
  });
  const wrong: readonly (readonly [members: object, sentence: RegExp, status?: number])[] = [
    [{ seed: 1 }, /^seed: Extra inputs are not permitted/],
    [{ temperature: 1 }, /^temperature: Extra inputs are not permitted/],
    [{ max_tokens: undefined }, /^max_tokens: Field required/],
    [{ max_tokens: 0 }, /^max_tokens: Input/],
    [{ model: 'gpt-5' }, /^model: gpt-5/, 404],
    [{ messages: [] }, /at least one message/],
    [at(''), /non-empty/],
    [at(' '), /non-whitespace/],
    [at([{ type: 'tool_result', tool_use_id: 'x' }]), /must define tools/],
    [
      { ...at([{ type: 'tool_result', tool_use_id: 'x' }]), tools: TOOLS },
      /unexpected `tool_use_id`/,
    ],
    [at('Hi', 'assistant'), /prefill/],
    [{ messages: [{ role: 'system', content: 'a' }] }, /must follow a user message/],
    [
      at([{ type: 'thinking', thinking: 'a', signature: 'b' } as never]),
      /not allowed for role user/,
    ],
    [
      {
        messages: [
          ...asking('a').messages,
          { role: 'assistant', content: [{ type: 'thinking', thinking: 'a' }] },
          ...asking('b').messages,
        ],
      },
      /signature: Field required/,
    ],
    [
      {
        messages: [
          ...asking('a').messages,
          {
            role: 'assistant',
            content: [{ type: 'thinking', thinking: 'a', signature: 'forged' }],
          },
          ...asking('b').messages,
        ],
      },
      /Invalid `signature`/,
    ],
    [{ thinking: { type: 'enabled', budget_tokens: 1024 } }, /thinking\.type\.enabled/],
    [{ model: 'claude-opus-5-5', tools: TOOLS, tool_choice: { type: 'any' } }, /tool_choice/],
    [{ tools: [{ name: 'a.b', input_schema: INPUT }] }, /name: String should match/],
    [{ tools: [{ name: 'a', input_schema: {} }] }, /input_schema\.type: Field required/],
    [{ tool_choice: { type: 'auto' } }, /only be specified while providing tools/],
    [{ output_config: { effort: 'huge' } }, /effort: "huge"/],
    [{ output_config: { format: { type: 'json_schema', schema: INPUT } } }, /additionalProperties/],
    [{ stop_sequences: ['\n'] }, /non-whitespace/],
    [
      at(
        Array.from({ length: 5 }, (_, n) => ({
          type: 'text' as const,
          text: String(n),
          cache_control: { type: 'ephemeral' as const },
        })),
      ),
      /maximum of 4 blocks/,
    ],
  ];
  for (const [members, sentence, status = 400] of wrong) {
    it(`refuses as Anthropic does: ${JSON.stringify(members).slice(0, 120)}`, async () => {
      await using fake = await startFakeAnthropic();
      // Mistakes on purpose, which the client's types refuse too.
      const request = clientOf(fake).messages.create({ ...asking('Hi'), ...members } as never);
      await assert.rejects(request, (error) => {
        assert.ok(error instanceof APIError);
        assert.equal(error.status, status);
        const { error: told } = error.error as { readonly error: { readonly message: string } };
        assert.match(told.message, sentence);
        assert.equal(error.requestID, 'req_fake');
        return true;
      });
    });
  }

  it('takes the key in both headers, refuses others, and wants a version', async () => {
    await using fake = await startFakeAnthropic();
    const post = (headers: Record<string, string>) =>
      fetch(`${fake.baseUrl}/messages`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...asking('Hi'), temperature: 0 }),
      });
    const key = { 'x-api-key': fake.apiKey };
    const old = { 'anthropic-version': '2023-06-01' };
    assert.equal((await post({ ...key, ...old })).status, 400, 'a newer model has no temperature');
    assert.equal((await post(key)).status, 400);
    assert.equal((await post({ 'x-api-key': 'other', ...old })).status, 401);
    const { baseUrl } = fake;
    const other = clientOf({ baseUrl, apiKey: 'other' }).messages.create(asking('Hi'));
    await assert.rejects(async () => other, { status: 401 });
  });
});
