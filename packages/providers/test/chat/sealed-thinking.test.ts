import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { anthropic } from '@model-gateway/providers/anthropic';
import { bedrock } from '@model-gateway/providers/bedrock';
import { openAiCompatible } from '@model-gateway/providers/openai-compatible';
import {
  startFakeAnthropic,
  startFakeBedrock,
  startFakeOpenAiCompatible,
} from '@model-gateway/providers/testing';
import { gatewayOver } from '../support/gateway-over.ts';
import { SkippingClock } from '../support/skipping-clock.ts';

const MODEL = 'anthropic/claude-opus-5';
const OTHER = 'anthropic/claude-sonnet-5';
const FREE = { prompt: '0', completion: '0' };

type Json = Readonly<Record<string, unknown>>;

/** Who signs thinking, and the text and the seals of all thinking that it was sent. */
interface Signer {
  readonly start: typeof startFakeAnthropic;
  readonly create: typeof anthropic;
  readonly name: string;
  readonly thinkingIn: (sent: Json) => readonly string[];
}

/** The members of what may be an object. */
const membersOf = (value: unknown) => (value ?? {}) as Json;

/** The blocks of all turns in what was sent. */
const blocksIn = (sent: Json) => listOf(sent['messages']).flatMap(({ content }) => listOf(content));

const SIGNERS: Readonly<Record<string, Signer>> = {
  anthropic: {
    start: startFakeAnthropic,
    create: anthropic,
    name: 'Anthropic',
    thinkingIn: (sent) =>
      blocksIn(sent)
        .filter(({ type }) => String(type).endsWith('thinking'))
        .flatMap(({ thinking, signature, data }) => textsOf([thinking, signature, data])),
  },
  bedrock: {
    start: startFakeBedrock,
    create: bedrock,
    name: 'Amazon Bedrock',
    thinkingIn: (sent) =>
      blocksIn(sent).flatMap(({ reasoningContent }) => {
        const { reasoningText, redactedContent } = membersOf(reasoningContent);
        const { text, signature } = membersOf(reasoningText);
        return textsOf([text, signature, redactedContent]);
      }),
  },
};

const textsOf = (values: readonly unknown[]) => values.filter((value) => typeof value === 'string');

/** A gateway over the fake of a signer, and over a server that has the same model for nothing. */
async function startScene({ start, create }: Signer) {
  const [fake, spare] = await Promise.all([start(), startFakeOpenAiCompatible()]);
  const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
  const clock = new SkippingClock();
  const common = { http, clock };
  const own = create({ baseUrl: fake.baseUrl, apiKey: fake.apiKey, ...common });
  const other = openAiCompatible({
    baseUrl: spare.baseUrl,
    apiKey: spare.apiKey,
    ...common,
    slug: 'spare',
    name: 'Spare',
    profile: 'vllm',
    models: { [MODEL]: { upstream: 'quill', context: 1_000_000, pricing: FREE } },
  });
  const post = gatewayOver({
    clock,
    http,
    providers: [own, other],
    catalog: own.catalog,
    inference: { routing: 'cheapest' },
  });
  return {
    fake,
    spare,
    /** The body that was sent last to one of them. */
    sentTo: (provider: typeof fake): Json => provider.requests.at(-1)?.request.json() ?? {},
    async post(path: string, body: object) {
      const { text, headers } = await post(path, { model: MODEL, ...body });
      return { answer: parsed(text), headers };
    },
    async [Symbol.asyncDispose]() {
      await http.close();
      await Promise.all([fake[Symbol.asyncDispose](), spare[Symbol.asyncDispose]()]);
    },
  };
}

const SCHEMA = { type: 'object', properties: {} };
const QUESTION = 'Weather? (redact)';

function parsed(text: string): Json {
  // Answers of inference are objects.
  return JSON.parse(text) as Json;
}

/** How a conversation with one call goes, in the words of a dialect. */
interface Talk {
  readonly path: string;
  /** The first request. */
  readonly asking: Json;
  /** The request that follows, with the result of every call in the answer. */
  readonly goingOn: (answer: Json) => Json;
}

/** A list of an answer, which the tests know to be there. */
const listOf = (value: unknown) => value as readonly Json[];

const chatTools = [{ type: 'function', function: { name: 'get.weather', parameters: SCHEMA } }];
const user = { role: 'user', content: QUESTION };

const TALKS: Readonly<Record<string, Talk>> = {
  'chat completions': {
    path: '/chat/completions',
    asking: {
      messages: [user],
      tools: chatTools,
      tool_choice: 'required',
      reasoning: { effort: 'high' },
    },
    goingOn(answer) {
      const [choice] = listOf(answer['choices']);
      // An answer of chat completions has a message.
      const message = choice?.['message'] as Json;
      const calls = listOf(message['tool_calls']);
      return {
        messages: [
          user,
          message,
          ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'sunny' })),
        ],
        tools: chatTools,
      };
    },
  },
  messages: {
    path: '/messages',
    asking: {
      max_tokens: 4096,
      messages: [user],
      tools: [{ name: 'get.weather', input_schema: SCHEMA }],
      tool_choice: { type: 'any' },
      thinking: { type: 'adaptive' },
    },
    goingOn(answer) {
      const content = listOf(answer['content']);
      const results = content.flatMap(({ type, id }) =>
        type === 'tool_use' ? [{ type: 'tool_result', tool_use_id: id, content: 'sunny' }] : [],
      );
      return {
        max_tokens: 4096,
        messages: [user, { role: 'assistant', content }, { role: 'user', content: results }],
        tools: [{ name: 'get.weather', input_schema: SCHEMA }],
      };
    },
  },
  responses: {
    path: '/responses',
    asking: {
      input: QUESTION,
      tools: [{ type: 'function', name: 'get.weather', parameters: SCHEMA }],
      tool_choice: 'required',
      reasoning: { effort: 'high' },
      include: ['reasoning.encrypted_content'],
    },
    goingOn(answer) {
      const output = listOf(answer['output']);
      const results = output.flatMap(({ type, call_id: id }) =>
        type === 'function_call'
          ? [{ type: 'function_call_output', call_id: id, output: 'sunny' }]
          : [],
      );
      return {
        input: [{ type: 'message', ...user }, ...output, ...results],
        tools: [{ type: 'function', name: 'get.weather', parameters: SCHEMA }],
      };
    },
  },
};

const CASES = Object.entries(SIGNERS).flatMap(([slug, signer]) =>
  Object.entries(TALKS).map(([dialect, talk]) => ({ slug, signer, dialect, ...talk })),
);

for (const { slug, signer, dialect, path, asking, goingOn } of CASES) {
  const only = { provider: { only: [slug] } };
  const { thinkingIn } = signer;
  describe(`thinking of ${signer.name}, in ${dialect}`, () => {
    it('comes back as it was, also what is not shown, and the provider takes it', async () => {
      await using scene = await startScene(signer);
      const { answer } = await scene.post(path, { ...asking, ...only });
      await scene.post(path, { ...goingOn(answer), ...only });
      // The fake verifies what it signed.
      const [thought, signature, hidden] = thinkingIn(scene.sentTo(scene.fake));
      assert.equal(thought, 'The user has said something.');
      assert.match(signature ?? '', /^Eq/);
      // Bedrock has the same as bytes.
      assert.match(hidden ?? '', /^(?:Eq|RX)/);
    });

    it('goes to its issuer first, whatever else is cheaper', async () => {
      await using scene = await startScene(signer);
      const { answer } = await scene.post(path, { ...asking, ...only });
      const before = scene.fake.requests.length;
      const { headers } = await scene.post(path, goingOn(answer));
      assert.equal(scene.fake.requests.length, before + 1);
      assert.equal(headers['x-provider-name'], signer.name);
      assert.equal(scene.spare.requests.length, 0);
    });

    it('is left out for another provider, and reported; calls and results stay', async () => {
      await using scene = await startScene(signer);
      const { answer } = await scene.post(path, { ...asking, ...only });
      const { headers } = await scene.post(path, {
        ...goingOn(answer),
        provider: { ignore: [slug] },
      });
      assert.match(headers['x-gateway-warnings'] ?? '', /=ignored/);
      const sent = JSON.stringify(scene.sentTo(scene.spare));
      assert.doesNotMatch(sent, /signature|encrypted|mg1\.|Eq[\w+/]{20}/);
      assert.match(sent, /"role":"tool"/);
      assert.match(sent, /"tool_calls"/);
    });

    it('goes on at its issuer when that fails, and another provider steps in', async () => {
      await using scene = await startScene(signer);
      const { answer } = await scene.post(path, { ...asking, ...only });
      scene.fake.fail('submit', 'reset', 3);
      const { headers } = await scene.post(path, goingOn(answer));
      assert.equal(headers['x-provider-name'], 'Spare');
      assert.match(headers['x-gateway-warnings'] ?? '', /=ignored/);
    });

    it('is left out for another model of the same provider, which could not verify it', async () => {
      await using scene = await startScene(signer);
      const { answer } = await scene.post(path, { ...asking, ...only });
      const { headers } = await scene.post(path, { ...goingOn(answer), model: OTHER });
      assert.match(headers['x-gateway-warnings'] ?? '', /=ignored/);
      assert.deepEqual(thinkingIn(scene.sentTo(scene.fake)), []);
    });
  });
}
