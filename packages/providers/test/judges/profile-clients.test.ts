import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Cerebras } from '@cerebras/cerebras_cloud_sdk';
import Together from 'together-ai';
import { startFakeCerebras, startFakeTogetherChat } from '@model-gateway/providers/testing';

/* Conversations of fakes of vendors that imitate OpenAI, judged by the vendors' own clients. */

const model = 'quill';
const asked = { role: 'user', content: 'Grüße' } as const;
const TOOL = {
  type: 'function',
  function: { name: 'weather', parameters: { type: 'object', properties: {} } },
} as const;

const CLIENTS = {
  'together-ai': {
    start: startFakeTogetherChat,
    create: (apiKey: string, baseURL: string) =>
      new Together({ apiKey, baseURL, maxRetries: 0 }).chat.completions,
  },
  '@cerebras/cerebras_cloud_sdk': {
    start: startFakeCerebras,
    // It appends the version, and calls the address once more to be warm.
    create: (apiKey: string, baseURL: string) =>
      new Cerebras({
        apiKey,
        baseURL: baseURL.replace('/v1', ''),
        maxRetries: 0,
        warmTCPConnection: false,
      }).chat.completions,
  },
};

for (const [name, { start, create }] of Object.entries(CLIENTS)) {
  describe(`conversations of a fake, judged by ${name}`, () => {
    /** Both clients were made from descriptions of one form, and their types differ in words only. */
    const open = async (key?: string) => {
      const fake = await start();
      const client = create(key ?? fake.apiKey, fake.baseUrl) as unknown as Completions;
      return { fake, client };
    };

    it('are answered whole', async () => {
      const { fake, client } = await open();
      await using _ = fake;
      const { choices, usage } = await client.create({ model, messages: [asked] });
      assert.equal(choices[0]?.message?.content, 'You said: Grüße');
      assert.equal(choices[0]?.finish_reason, 'stop');
      assert.equal(usage?.total_tokens, 14);
    });

    it('are streamed, with counts', async () => {
      const { fake, client } = await open();
      await using _ = fake;
      const body = { model, messages: [asked], stream_options: { include_usage: true } };
      const stream = await client.create({ ...body, stream: true });
      const chunks: Chunk[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const said = chunks.map(({ choices }) => choices?.[0]?.delta?.content ?? '').join('');
      assert.equal(said, 'You said: Grüße');
      assert.equal(chunks.findLast((chunk) => chunk.usage)?.usage?.total_tokens, 14);
    });

    it('call tools, and go on with the result', async () => {
      const { fake, client } = await open();
      await using _ = fake;
      const tools = [TOOL];
      const { choices } = await client.create({
        model,
        messages: [asked],
        tools,
        tool_choice: 'required',
      });
      const message = choices[0]?.message;
      const [call] = message?.tool_calls ?? [];
      assert.ok(message && call);
      assert.deepEqual(JSON.parse(call.function.arguments), { a: 1 });
      const result = { role: 'tool', tool_call_id: call.id, content: 'sunny' };
      const messages = [asked, message, result];
      const { choices: after } = await client.create({ model, messages, tools });
      assert.equal(after[0]?.message?.content, 'You said: Grüße');
    });

    it('are refused for a wrong key and an unknown member', async () => {
      const { fake, client } = await open('wrong');
      await using _ = fake;
      await assert.rejects(client.create({ model, messages: [asked] }), { status: 401 });
      const right = await open();
      await using __ = right.fake;
      await assert.rejects(right.client.create({ model, messages: [asked], shout: true }), {
        status: 400,
      });
    });
  });
}

interface Chunk {
  readonly choices?: readonly { readonly delta?: { readonly content?: string | null } }[];
  readonly usage?: { readonly total_tokens: number } | null;
}

interface Completion {
  readonly choices: readonly {
    readonly finish_reason: string | null;
    readonly message?: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly id: string;
        readonly function: { readonly arguments: string };
      }[];
    };
  }[];
  readonly usage?: { readonly total_tokens: number } | null;
}

interface Completions {
  create(body: object & { readonly stream: true }): Promise<AsyncIterable<Chunk>>;
  create(body: object): Promise<Completion>;
}
