import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CHAT_COMPLETIONS,
  MESSAGES,
  RESPONSES,
  type ChatPart,
  type DeltaPart,
} from '@model-gateway/core/chat';
import fc from 'fast-check';
import { collected } from './collected.ts';
import { aChatRequest } from './a-chat-request.ts';
import { answers } from './arbitrary-answer.ts';

/* Deltas that came in one read are one part, and clients see each of them all the same. */

const FACTS = { id: 'gen-1-a', created: 1, model: 'acme/quill-1', provider: 'Acme' };
const USAGE = { usage: { inputTokens: 3, outputTokens: 4 }, cost: 0.25 };
const REQUEST = aChatRequest({ stream: true, wantsUsage: true });

/** The same parts, deltas of one block that follow each other as one. */
function joined(parts: readonly ChatPart[]): readonly ChatPart[] {
  const list: ChatPart[] = [];
  for (const part of parts) {
    const last = list.at(-1);
    const goesOn = part.type === 'delta' && last?.type === 'delta' && last.block === part.block;
    if (goesOn) list.splice(-1, 1, together(last, part));
    else list.push(part);
  }
  return list;
}

function together(before: DeltaPart, { block, text }: DeltaPart): DeltaPart {
  const { pieces = [before.text] } = before;
  return { type: 'delta', block, text: before.text + text, pieces: [...pieces, text] };
}

describe('deltas that came in one read', () => {
  for (const [name, dialect] of Object.entries({ CHAT_COMPLETIONS, MESSAGES, RESPONSES })) {
    const written = (parts: readonly ChatPart[]) => {
      const writer = dialect.createWriter(FACTS, REQUEST);
      return [...writer.write(parts), ...writer.end(USAGE)].join('');
    };

    it(`are the frames that they would be alone, in ${name}`, () => {
      fc.assert(
        fc.property(answers, (parts) => assert.equal(written(joined(parts)), written(parts))),
        { seed: 29 },
      );
    });

    it(`are not joined where a character came in two halves, in ${name}`, () => {
      const delta = (text: string): ChatPart => ({ type: 'delta', block: 0, text });
      const parts: readonly ChatPart[] = [
        { type: 'start' },
        { type: 'open', block: 0, kind: 'text' },
        ...['a', '\ud83c', '\udf0d', '"'].map(delta),
        { type: 'close', block: 0 },
      ];
      assert.equal(written(joined(parts)), written(parts));
      assert.match(written(joined(parts)), /\\ud83c.*\\udf0d.*\\"/s);
    });
  }

  it('leave words of the provider as they are that are like the mark of a text', () => {
    const fingerprint = 'the text of a delta'.repeat(3);
    const delta: ChatPart = { type: 'delta', block: 0, text: 'a' };
    const writer = CHAT_COMPLETIONS.createWriter(FACTS, REQUEST);
    const frames = writer.write([
      { type: 'start', fingerprint },
      { type: 'open', block: 0, kind: 'text' },
      delta,
      delta,
      delta,
    ]);
    const shown = `"system_fingerprint":${JSON.stringify(fingerprint)},`;
    assert.equal(frames.join('').split(shown).length, 4);
  });

  it('are one text of a whole answer', () => {
    fc.assert(
      fc.property(answers, (parts) => assert.deepEqual(collected(joined(parts)), collected(parts))),
      { seed: 29 },
    );
  });
});
