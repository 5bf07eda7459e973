import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startMockGateway, type RunningMockGateway, type WireFault } from '@model-gateway/mock';
import { ASKERS } from './chat-askers.ts';
import { cellsInGuide } from './guide-table.ts';
import { errorInWords } from './in-words.ts';

const cells = await cellsInGuide(['fault', ...Object.keys(ASKERS)]);

describe('what clients make of faults in whole answers of conversations', () => {
  let gateway: RunningMockGateway;
  before(async () => {
    gateway = await startMockGateway({ world: 'tiny' });
  });
  after(() => gateway.close());

  for (const { row, column, outcome } of cells) {
    it(`${row} is to ${column}: ${outcome}`, async () => {
      await using t = gateway.tenant();
      t.chat('poem').say(POEM);
      // The names of the table are those of faults.
      const rule = t.chat().fault(row as WireFault);
      const caller = new AbortController();
      const asked = ASKERS[column]?.(t, caller.signal).then(answerInWords, failureInWords);
      if (row === 'hang') {
        while (rule.hits === 0) await new Promise(setImmediate);
        caller.abort(new DOMException('it took too long', 'TimeoutError'));
      }
      assert.equal(await asked, outcome);
      assert.equal(rule.hits, 1);
    });
  }

  it('is about every fault', () => {
    const faults = new Set(cells.map(({ row }) => row));
    assert.equal(faults.size, 12);
    assert.equal(cells.length, 12 * Object.keys(ASKERS).length);
  });
});

const POEM = 'one two three';

/** What an SDK stumbles over has the words of the engine, and no cause. */
function failureInWords(error: unknown): string {
  return errorInWords(error).replace(/^TypeError: .* ← undefined$/s, 'TypeError');
}

function answerInWords(answer: unknown): string {
  if (typeof answer === 'string' && answer !== POEM) return 'the answer as text';
  const text = answer === undefined ? '' : JSON.stringify(answer);
  return text.includes(POEM) ? 'the answer' : String(answer);
}
