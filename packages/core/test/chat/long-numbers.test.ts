import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aRequest, bearer } from '../builders.ts';
import {
  aChatGateway,
  aTalker,
  DONE,
  MODEL,
  reads,
  START,
  type ScriptedProvider,
} from './chat-builders.ts';

/*
 * Numbers that JavaScript cannot hold keep their digits, where the engine can do that; Node 20
 * cannot, and refuses them. Source: contract §1.2.
 */

const ID = '9007199254740993';
const SCHEMA = `{"type":"object","properties":{"id":{"const":${ID}}}}`;
const skip = 'rawJSON' in JSON ? false : 'this engine cannot keep digits';

async function send(path: string, body: string, talker: ScriptedProvider) {
  const { gateway } = aChatGateway([talker]);
  const response = await gateway.handle(
    aRequest(path, {
      method: 'POST',
      headers: bearer(),
      body: { kind: 'bytes', read: async () => Buffer.from(body) },
    }),
  );
  assert.ok(response);
  const { body: answer } = response;
  const text =
    answer.kind === 'bytes' ? Buffer.concat(answer.parts).toString() : JSON.stringify(answer);
  return { status: response.status, text };
}

/** A conversation with a tool and a call of it, in the words of each dialect. */
const CONVERSATIONS: readonly (readonly [path: string, body: string])[] = [
  [
    '/chat/completions',
    `{"tools":[{"type":"function","function":{"name":"find","parameters":${SCHEMA}}}],"messages":[
      {"role":"assistant","content":null,"tool_calls":[
        {"id":"c","type":"function","function":{"name":"find","arguments":"{\\"id\\":${ID}}"}}]},
      {"role":"tool","tool_call_id":"c","content":"x"}],`,
  ],
  [
    '/messages',
    `{"tools":[{"name":"find","input_schema":${SCHEMA}}],"messages":[
      {"role":"assistant","content":[{"type":"tool_use","id":"c","name":"find","input":{"id":${ID}}}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"x"}]}],`,
  ],
  [
    '/responses',
    `{"tools":[{"type":"function","name":"find","parameters":${SCHEMA}}],"input":[
      {"type":"function_call","call_id":"c","name":"find","arguments":"{\\"id\\":${ID}}"},
      {"type":"function_call_output","call_id":"c","output":"x"}],`,
  ],
];

describe('numbers past 2^53', { skip }, () => {
  for (const [path, body] of CONVERSATIONS) {
    it(`keep their digits in schemas and calls of ${path}, and in unknown members`, async () => {
      const talker = aTalker('one');
      const { status, text } = await send(path, `${body}"foo":[${ID}],"model":"${MODEL}"}`, talker);
      assert.equal(status, 200, text);
      const { request } = talker.jobs[0] ?? {};
      assert.equal(JSON.stringify(request?.tools[0]?.parameters), SCHEMA);
      const calls = request?.messages.flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.type === 'call' ? [block.input] : [])),
      );
      assert.deepEqual(calls, [`{"id":${ID}}`]);
      if (path === '/chat/completions')
        assert.equal(JSON.stringify(request?.extras), `{"foo":[${ID}]}`);
    });

    it(`keep them in the answer of ${path}`, async () => {
      const talker = aTalker(
        'one',
        reads([
          START,
          { type: 'open', block: 0, kind: 'call', id: 'c', name: 'find', by: 'client' },
          { type: 'delta', block: 0, text: `{"id":${ID}}` },
          { type: 'close', block: 0 },
          { type: 'finish', reason: 'calls', raw: 'tool_calls' },
          DONE,
        ]),
      );
      const { text } = await send(path, `${body}"model":"${MODEL}"}`, talker);
      assert.match(text, new RegExp(`id(?:\\\\"|"):${ID}\\}`));
    });

    it(`are refused where ${path} reads a number`, async () => {
      const { status, text } = await send(
        path,
        `${body}"temperature":${ID},"model":"${MODEL}"}`,
        aTalker('one'),
      );
      assert.equal(status, 400);
      assert.match(text, /temperature must be a number between/);
    });
  }
});
