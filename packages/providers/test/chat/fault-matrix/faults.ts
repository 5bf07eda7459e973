import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startScriptedUpstream, type Script } from '../../scripted-upstream.ts';
import { startChatGateway, type ChatGateway } from '../../support/chat-gateway.ts';
import type { WireName } from './wires.ts';

/** A fault of the upstream, and what the client sees. */
export interface Fault {
  readonly what: string;
  readonly script: Script;
  /** Where nothing was sent yet: the status; another provider may serve. */
  readonly status?: number;
  readonly retryAfter?: string;
  /** Another provider is not asked all the same: it would be refused as well. */
  readonly isFinal?: boolean;
  /** Another provider is asked although the stream has begun: nothing was said. */
  readonly isTakenOver?: boolean;
  /** In the stream: what arrived before, and the code of the error; without one it is whole. */
  readonly said?: string;
  readonly code?: number;
  /** What the client pays, in millionths of a dollar. */
  readonly micros?: number;
  /** Whether the endpoint is blamed. */
  readonly counts?: boolean;
  /** Whether the operator is told. */
  readonly isTold?: boolean;
  /** How often the upstream is asked; once by default. */
  readonly asked?: number;
}

/** What the client pays at the provider that steps in: 14 tokens. */
const SPARE_MICROS = 140;

/** A gateway with the provider that fails, alone or beside a second one. */
export type Setting = 'alone' | 'with a second provider';

/** Each way to ask for an answer, streamed or whole, in each setting. */
export const WAYS: readonly (readonly [stream: boolean, setting: Setting])[] = [
  [true, 'alone'],
  [false, 'with a second provider'],
  [true, 'with a second provider'],
  [false, 'alone'],
];

/** Registers a test for a fault of a streamed or a whole answer over a wire in each setting. */
export function itSurvives(
  fault: Fault,
  stream: boolean,
  wire: WireName,
  settings: readonly Setting[],
): void {
  const { what, script, status, isFinal = false, isTakenOver = false } = fault;
  const how = stream ? 'streamed' : 'whole';

  const alone = async () => {
    await using upstream = await startScriptedUpstream(script);
    await using scene = await startChatGateway({ wire, upstream });
    check(fault, await scene.answer({ stream }), scene);
    await settle(scene, upstream.requests.length, fault);
  };

  const withSpare = async () => {
    await using upstream = await startScriptedUpstream(script);
    await using scene = await startChatGateway({ wire, upstream, withSpare: true });
    const answer = await scene.answer({ stream });
    const isServed = isTakenOver || (status !== undefined && !isFinal);
    if (!isServed) check(fault, answer, scene);
    else {
      assert.equal(answer.status, 200, answer.text);
      assert.match(answer.text, /"provider":"Spare"/);
      assertMicros(scene, SPARE_MICROS);
    }
    assert.equal(scene.spare.requests.length, isServed ? 1 : 0);
    await settle(scene, upstream.requests.length, { ...fault, asked: 1 });
  };

  for (const setting of settings) {
    it(`${what}, ${how}: ${setting}`, setting === 'alone' ? alone : withSpare);
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

function check(fault: Fault, { status, headers, text }: Answer, scene: ChatGateway): void {
  const { status: expected = 200, retryAfter, said = '', code, micros = 0 } = fault;
  assert.equal(status, expected, text);
  if (expected !== 200) {
    const { error } = JSON.parse(text);
    assert.equal(error.code, expected);
    assert.equal(typeof error.metadata.error_type, 'string');
    assert.equal(headers['retry-after'], retryAfter);
  } else if (text.startsWith('{')) {
    assert.equal(JSON.parse(text).choices[0].message.content, said);
  } else {
    const read = readStream(text);
    assert.equal(read.said, said);
    assert.equal(read.code, code);
    assert.equal(read.finish, code === undefined ? 'stop' : 'error');
  }
  assertMicros(scene, micros);
}

function assertMicros(scene: ChatGateway, micros: number): void {
  assert.equal(Math.round(scene.charged() * 1e8) / 100, micros);
}

/** Nothing is left, and the endpoint is blamed for what it did. */
async function settle(
  scene: ChatGateway,
  requests: number,
  { counts = false, isTold = false, asked = 1 }: Fault,
): Promise<void> {
  await scene.settled();
  assert.equal(requests, asked);
  const blamed = scene.gateway.breakers().some(({ provider }) => provider === scene.slug);
  assert.equal(blamed, counts, 'the breaker');
  assert.equal(scene.clock.waiting, 0, 'timers are left');
  assert.equal(scene.errors.length, isTold ? 1 : 0, String(scene.errors));
}

/** What a stream says, which has to end with `[DONE]`: text, reasoning and calls; and how it ended. */
function readStream(text: string) {
  const lines = text.split('\n\n').filter((line) => line !== '' && !line.startsWith(':'));
  assert.equal(lines.at(-1), 'data: [DONE]');
  let [said, finish, code]: [string, unknown, unknown] = ['', undefined, undefined];
  for (const line of lines.slice(0, -1)) {
    const { choices, error } = JSON.parse(line.slice('data: '.length));
    const [choice] = choices;
    const { content, reasoning, refusal, tool_calls: calls } = choice?.delta ?? {};
    said += (reasoning ?? '') + (content ?? '') + (refusal ?? '');
    for (const { function: called } of calls ?? []) said += (called.name ?? '') + called.arguments;
    finish = choice?.finish_reason ?? finish;
    code = error?.code ?? code;
  }
  return { said, finish, code };
}

/** "Hi" and "Hel", a token each, as far as nobody counted them. */
export const ESTIMATE = 10;
/** 9 and 5 tokens. */
export const FULL = 58;
