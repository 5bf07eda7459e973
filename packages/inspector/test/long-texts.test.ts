// System: compares the CPU time of texts of growing length, which takes quiet and time.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findGrowth, STEP } from '../../core/test/expensive-inputs/growth.ts';
import { piecesOf } from '../../mock/src/chat/pieces.ts';
import type { RequestDetail } from '../src/api/types.ts';
import { deltaCount } from '../src/copy-as/answer-options.ts';
import { chatPatternFor } from '../src/copy-as/chat-rules.ts';

/** What the user said, as far as a pattern asks for it. */
function requestSaying(text: string): RequestDetail {
  const chat = {
    dialect: 'openai',
    model: 'acme/quill-1',
    turn: 1,
    last: text,
    results: {},
    tools: [],
    tokens: 1,
    messages: [{ role: 'user', blocks: [{ type: 'text', text }] }],
  };
  // The rest of it plays no part.
  const rest = { answer: null, stream: null, response: null, unchecked_answers: [] };
  return { chat, ...rest } as unknown as RequestDetail;
}

const WORKS: Readonly<Record<string, (size: number) => void>> = {
  // Two bytes a character: in a text of one there can be no such mark, and nothing is searched.
  'the pattern of a text without blanks': (size) =>
    assert.ok(chatPatternFor(requestSaying(`天${'a'.repeat(size)}`))?.user),
  'the deltas of blanks': (size) =>
    assert.equal(deltaCount([{ say: ' '.repeat(size) }], undefined), 1),
  'the words of blanks': (size) => assert.equal(piecesOf(' '.repeat(size), 'word').length, 1),
  'the tokens of blanks': (size) => assert.equal(piecesOf(' '.repeat(size), 'token').length, 1),
};

describe('a script takes no more time than its texts have characters', () => {
  for (const [what, work] of Object.entries(WORKS)) {
    it(what, async () => {
      const run = (size: number) => async () => work(size);
      assert.equal(await findGrowth([4000, 4000 * STEP], run), undefined);
    });
  }
});
