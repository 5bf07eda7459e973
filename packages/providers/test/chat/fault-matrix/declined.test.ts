import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startScriptedUpstream } from '../../scripted-upstream.ts';
import { startChatGateway } from '../../support/chat-gateway.ts';
import { FULL } from './faults.ts';
import { streamOf, WIRES, type MatrixWire, type WireName } from './wires.ts';

/** Row 14: how a wire says that a model declined, or that a filter stopped it. Cohere has no word for it. */
const DECLINES: Readonly<
  Record<Exclude<WireName, 'cohere'>, readonly [frames: string, native: string]>
> = {
  'openai-chat': [WIRES['openai-chat'].FINISH.replace('stop', 'content_filter'), 'content_filter'],
  'openai-responses': [
    WIRES['openai-responses'].LENGTH.replace('max_output_tokens', 'content_filter'),
    'content_filter',
  ],
  anthropic: [WIRES.anthropic.FINISH.replace('end_turn', 'refusal'), 'refusal'],
  bedrock: [WIRES.bedrock.errorFrame('policy'), 'guardrail_intervened'],
  gemini: [WIRES.gemini.FINISH.replace('STOP', 'SAFETY'), 'SAFETY'],
};

// The names of a table are its keys.
for (const [name, [declines, native]] of Object.entries(DECLINES) as [
  keyof typeof DECLINES,
  readonly [string, string],
][]) {
  const wire: MatrixWire = WIRES[name];

  describe(`an answer that is declined over ${name}`, () => {
    const places = [
      ['before a word', [wire.ROLE], '', 0],
      ['in the text', [wire.ROLE, wire.says('Hel')], 'Hel', FULL],
    ] as const;
    for (const [where, before, said, micros] of places) {
      for (const stream of [true, false]) {
        it(`is an answer, and nobody else is asked: ${where}, ${stream ? 'streamed' : 'whole'}`, async () => {
          const usage = wire.finishCounts === true ? [] : [wire.USAGE];
          const script = streamOf(wire, [...before, declines, ...usage, wire.END].filter(Boolean));
          await using upstream = await startScriptedUpstream(script);
          await using scene = await startChatGateway({ wire: name, upstream, withSpare: true });
          const { status, text } = await scene.answer({ stream });
          assert.equal(status, 200, text);
          const told = `"finish_reason":"content_filter","native_finish_reason":"${native}"`;
          assert.ok(text.includes(told), text);
          assert.equal(text.includes('Hel'), said !== '');
          await scene.settled();
          assert.equal(Math.round(scene.charged() * 1e8) / 100, micros);
          assert.equal(scene.spare.requests.length, 0);
          assert.deepEqual(scene.gateway.breakers(), []);
          assert.deepEqual(scene.errors, []);
        });
      }
    }
  });
}
