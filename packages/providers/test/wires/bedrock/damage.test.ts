import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isProviderFailure } from '@model-gateway/core';
import { AnswerCollector, type ChatPart, type ChatResult } from '@model-gateway/core/chat';
import { ConverseDecoder } from '../../../src/wires/bedrock/decode.ts';
import { BEDROCK } from '../../chat/fault-matrix/bedrock-wire.ts';

/* Row 35 of the fault matrix: a good stream of frames, with each byte and each frame hurt. */

const FRAMES = BEDROCK.GOOD.map((frame) => Buffer.from(frame, 'latin1'));
const GOOD = Buffer.concat(FRAMES);
/** From here on the answer is complete: the frame behind tells its counts. */
const COMPLETE = GOOD.byteLength - (FRAMES.at(-1)?.byteLength ?? 0);

/** What an answer says, as far as it came, and whether it failed. */
function read(bytes: Uint8Array): { readonly result: ChatResult; readonly hasFailed: boolean } {
  const decoder = new ConverseDecoder({ issuer: 'bedrock-converse@test', nameOf: (name) => name });
  const parts: ChatPart[] = [];
  let hasFailed = false;
  try {
    decoder.push(bytes, parts);
    parts.push(...decoder.end());
  } catch (error) {
    assert.ok(isProviderFailure(error), String(error));
    hasFailed = true;
  }
  const collector = new AnswerCollector();
  for (const part of parts) collector.add(part);
  return { result: collector.result(), hasFailed };
}

const whole = read(GOOD);
const { usage: _, ...uncounted } = whole.result;

describe('a stream of frames', () => {
  it('is whole', () => {
    assert.equal(whole.hasFailed, false);
    assert.equal(whole.result.finish?.reason, 'calls');
    assert.deepEqual(whole.result.usage, { inputTokens: 9, outputTokens: 5 });
  });

  it('that is cut at any byte fails, unless only its counts are missing', () => {
    for (let end = 0; end < GOOD.byteLength; end++) {
      const { result, hasFailed } = read(GOOD.subarray(0, end));
      assert.equal(hasFailed, end < COMPLETE, `cut at byte ${end}`);
      if (hasFailed) continue;
      const { usage, ...others } = result;
      assert.equal(usage, undefined);
      assert.deepEqual(others, uncounted);
    }
  });

  it('with any byte flipped fails, and says nothing that was not said', () => {
    for (let at = 0; at < GOOD.byteLength; at++) {
      const hurt = Buffer.from(GOOD);
      hurt.writeUInt8(hurt.readUInt8(at) ^ 0x40, at);
      const { result, hasFailed } = read(hurt);
      assert.ok(hasFailed, `flipped at byte ${at}`);
      for (const block of result.blocks) {
        if (block.type === 'text') assert.ok('Grüße 模型 🎨\u2028'.startsWith(block.text));
      }
    }
  });

  it('with any frame twice fails or ends once', () => {
    for (const [at, frame] of FRAMES.entries()) {
      const { result } = read(Buffer.concat([...FRAMES.slice(0, at), frame, ...FRAMES.slice(at)]));
      const calls = result.blocks.filter(({ type }) => type === 'call');
      const ids = calls.map((block) => block.type === 'call' && block.id);
      assert.equal(new Set(ids).size, ids.length, `frame ${at}`);
      assert.deepEqual(result.usage ?? whole.result.usage, whole.result.usage);
    }
  });

  it('with any frame missing never ends with calls that are no objects', () => {
    for (const at of FRAMES.keys()) {
      const { result, hasFailed } = read(Buffer.concat(FRAMES.filter((_, place) => place !== at)));
      if (hasFailed) continue;
      for (const block of result.blocks) {
        if (block.type === 'call' && block.input !== '') JSON.parse(block.input);
      }
    }
  });
});
