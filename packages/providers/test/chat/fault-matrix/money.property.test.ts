import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { addDecimals, formatDecimal, parseDecimal } from '@model-gateway/core';
import { encodeResponse } from '@model-gateway/core/http';
import { createRandomSource } from '@model-gateway/core/kit';
import { json, tinyImage, type FakeReply, type Fault } from '@model-gateway/providers/testing';
import { FrameReader } from '../../../src/wires/bedrock/frames.ts';
import {
  BALANCE,
  REASONING_MODEL,
  startChatGateway,
  type ChatGateway,
  type MainWire,
} from '../../support/chat-gateway.ts';
import { TALKS, type Json, type Talk } from '../talks.ts';

const RUNS = process.env['MODEL_GATEWAY_LONG_TESTS'] === undefined ? 60 : 5000;

const PNG = tinyImage('png');

/** Tokens as a provider counts them: of input and output, each as a whole. */
interface Told {
  readonly input: number;
  readonly output: number;
}

const numberIn = (usage: Json, ...names: readonly string[]) =>
  names.reduce((sum, name) => sum + Number(usage[name] ?? 0), 0);

/** Where counts are, and how they are read. */
interface Counting {
  readonly member: string;
  readonly told: (usage: Json) => Told;
}

const MESSAGES: Counting = {
  member: 'usage',
  told: (usage) => ({
    input: numberIn(
      usage,
      'input_tokens',
      'cache_read_input_tokens',
      'cache_creation_input_tokens',
    ),
    output: numberIn(usage, 'output_tokens'),
  }),
};

/** How the counts of each wire are read, by its own documents. */
const COUNTS: Readonly<Record<MainWire, Counting>> = {
  'openai-chat': {
    member: 'usage',
    told: (usage) => ({
      input: numberIn(usage, 'prompt_tokens'),
      output: numberIn(usage, 'completion_tokens'),
    }),
  },
  'openai-responses': {
    member: 'usage',
    told: (usage) => ({
      input: numberIn(usage, 'input_tokens'),
      output: numberIn(usage, 'output_tokens'),
    }),
  },
  anthropic: MESSAGES,
  vertex: MESSAGES,
  cohere: {
    member: 'usage',
    told({ billed_units: billed }) {
      const units = (billed ?? {}) as Json;
      return { input: numberIn(units, 'input_tokens'), output: numberIn(units, 'output_tokens') };
    },
  },
  bedrock: {
    member: 'usage',
    told: (usage) => ({
      input: numberIn(usage, 'inputTokens', 'cacheReadInputTokens', 'cacheWriteInputTokens'),
      output: numberIn(usage, 'outputTokens'),
    }),
  },
  gemini: {
    member: 'usageMetadata',
    told: (usage) => ({
      input: numberIn(usage, 'promptTokenCount'),
      output: numberIn(usage, 'candidatesTokenCount', 'thoughtsTokenCount'),
    }),
  },
};

function framesIn(body: Uint8Array): readonly string[] {
  return Array.from(new FrameReader().push(body), ({ payload }) => Buffer.from(payload).toString());
}

/** The counts in what a fake answered: those of all frames together, of which the last ones hold. */
function toldBy(wire: MainWire, reply: FakeReply): Told {
  const { member, told } = COUNTS[wire];
  const text = Buffer.from(reply.body).toString();
  const payloads = text.startsWith('{')
    ? [text]
    : wire === 'bedrock'
      ? framesIn(reply.body)
      : text.split(/\r?\n/).flatMap((line) => (line.startsWith('data: {') ? [line.slice(6)] : []));
  let usage: Json = {};
  for (const payload of payloads) {
    const frame = JSON.parse(payload) as Json;
    const within = frame['response'] ?? frame['message'] ?? frame['delta'];
    // A member of Cohere's has the counts beside the message.
    const inner = (member in frame ? frame : (within ?? frame)) as Json;
    usage = { ...usage, ...((inner[member] ?? {}) as Json) };
  }
  return told(usage);
}

/** The sum of amounts of USD, each an exact decimal. */
function sumOf(amounts: readonly string[]): string {
  const zero = { units: 0n, scale: 0 };
  return formatDecimal(
    amounts.reduce((sum, amount) => addDecimals(sum, parseDecimal(amount) ?? zero), zero),
  );
}

/** What goes wrong with a request; undefined for nothing. */
type Trouble = Exclude<Fault, (reply: FakeReply) => FakeReply> | { readonly cutAt: number };

const troubles: fc.Arbitrary<Trouble | undefined> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  fc.constantFrom<Trouble>(
    'reset',
    'cut',
    json({ error: { message: 'x', type: 'overloaded_error' } }, 529),
    json({ error: { message: 'x' } }, 500),
    json({ error: { message: 'x' } }, 429),
    json({ error: { message: 'x' } }, 400),
  ),
  fc.double({ min: 0, max: 1, noNaN: true }).map((cutAt) => ({ cutAt })),
);

/** One request: what goes wrong, and after how many pieces the client leaves, if it does. */
const steps = fc.record({
  stream: fc.boolean(),
  isForced: fc.boolean(),
  trouble: troubles,
  leavesAfter: fc.option(fc.nat(12), { nil: undefined, freq: 4 }),
});
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

interface Conversation {
  readonly scene: ChatGateway;
  readonly wire: MainWire;
  readonly talk: Talk;
}

/**
 * Sends one request and returns the whole answer, or undefined where there is none, and the counts in
 * what the fake would have answered in the end.
 */
async function ask(
  { scene, wire, talk }: Conversation,
  said: readonly Json[],
  { stream, isForced, trouble, leavesAfter }: Step,
): Promise<{ answer: Json | undefined; told: Told | undefined }> {
  let told: Told | undefined;
  const watch = (reply: FakeReply) => {
    told = toldBy(wire, reply);
    const isCut = typeof trouble === 'object' && 'cutAt' in trouble;
    if (!isCut) return reply;
    return { ...reply, body: reply.body.slice(0, reply.body.byteLength * trouble.cutAt) };
  };
  scene.fake.forgive();
  const isAnother = trouble !== undefined && !(typeof trouble === 'object' && 'cutAt' in trouble);
  scene.fake.fail('submit', isAnother ? trouble : watch);
  // A repetition is answered well.
  scene.fake.fail('submit', watch, 3);
  const client = new AbortController();
  const pieces: Buffer[] = [];
  let status = 0;
  try {
    const body = { model: REASONING_MODEL, ...talk.body(said, isForced), stream };
    const response = await scene.post(talk.path, body, client.signal);
    ({ status } = response);
    const { parts, steps: taken } = encodeResponse(response);
    pieces.push(...parts.map((piece) => Buffer.from(piece)));
    for await (const step of taken ?? []) {
      pieces.push(...[...step].map((piece) => Buffer.from(piece)));
      if (pieces.length >= (leavesAfter ?? Infinity)) client.abort();
    }
  } catch {
    return { answer: undefined, told };
  }
  const text = Buffer.concat(pieces).toString();
  const isGood = status === 200 && !/"error":\s*\{"|response\.failed/.test(text);
  return { answer: isGood ? talk.read(text, stream) : undefined, told };
}

describe('any conversation over any wire, with any fault and any client', () => {
  it('costs and counts the same in the ledger, the log, the records and at the provider', async () => {
    await fc.assert(
      fc.asyncProperty(
        // The names of tables are their keys.
        fc.constantFrom(...(Object.keys(COUNTS) as MainWire[])),
        fc.constantFrom(...Object.keys(TALKS)),
        fc.boolean(),
        fc.array(steps, { minLength: 1, maxLength: 4 }),
        async (wire, dialect, withSpare, requests) => {
          const talk = TALKS[dialect];
          assert.ok(talk);
          // Ids are made of it, and each has to be another one.
          const { next: random } = createRandomSource('money');
          await using scene = await startChatGateway({ wire, withSpare, inference: { random } });
          let said: readonly Json[] = talk.says('Hi', PNG);
          for (const step of requests) {
            const before = scene.records.length;
            const { answer, told } = await ask({ scene, wire, talk }, said, step);
            await scene.settled();
            assert.equal(scene.records.length, before + 1);
            const generation = scene.records.at(-1)?.generation;
            const isOwn = generation?.provider?.slug === scene.slug;
            if (answer !== undefined && isOwn && generation?.usage?.isEstimated !== true) {
              const { promptTokens, completionTokens } = generation?.usage ?? {};
              assert.deepEqual({ input: promptTokens, output: completionTokens }, told);
            }
            if (answer === undefined) continue;
            const results = talk.results(answer, PNG);
            const isCalled = JSON.stringify(results).includes('sunny');
            said = [
              ...said,
              ...talk.answered(answer),
              ...(isCalled ? results : talk.says('So?', PNG)),
            ];
          }
          const log = new Map(scene.generations.contents().map((each) => [each.id, each]));
          const spent = scene.records.map(({ generation }) => generation?.costUsd ?? '0');
          for (const { generation } of scene.records) {
            const { id, usage, costUsd = '0' } = generation ?? {};
            const kept = log.get(id ?? '');
            if (kept === undefined) {
              assert.equal(sumOf([costUsd]), '0', 'a charge without a log');
              continue;
            }
            assert.equal(sumOf([kept.costUsd]), sumOf([costUsd]));
            assert.equal(kept.promptTokens, usage?.promptTokens ?? null);
            assert.equal(kept.completionTokens, usage?.completionTokens ?? null);
          }
          const left = scene.ledger.balanceOf('account') ?? '0';
          assert.equal(sumOf([left, ...spent]), String(BALANCE));
          assert.deepEqual(
            scene.records.filter(({ generation }) => generation === undefined),
            [],
          );
          assert.equal(scene.clock.waiting, 0, 'timers are left');
        },
      ),
      { numRuns: RUNS, seed: 32 },
    );
  });
});
