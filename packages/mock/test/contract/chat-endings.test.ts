import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startMockGateway, type RunningMockGateway, type StreamEnding } from '@model-gateway/mock';
import { LISTENERS } from './chat-clients.ts';
import { cellsInGuide } from './guide-table.ts';
import { errorInWords } from './in-words.ts';

/** The clients, as the guide names them, in its order. */
const CLIENTS = [
  'fetch',
  'openai',
  '@anthropic-ai/sdk',
  'openai, responses',
  'AI SDK, compatible',
  'AI SDK, openai',
  'AI SDK, anthropic',
];
const cells = await cellsInGuide(['ending', ...CLIENTS]);

describe('what clients make of the endings of conversations', () => {
  let gateway: RunningMockGateway;
  before(async () => {
    gateway = await startMockGateway({ world: 'tiny' });
  });
  after(() => gateway.close());

  for (const { row: ending, column, outcome } of cells) {
    it(`${ending} is to ${column}: ${outcome}`, async () => {
      const listen = Object.values(LISTENERS)[CLIENTS.indexOf(column)];
      assert.ok(listen);
      const t = gateway.tenant({ clock: 'frozen' });
      t.chat('poem').say('one two three');
      // The names of the table are those of endings.
      t.chat().end(ending as StreamEnding, { afterDeltas: 1 });
      const [first, ...rest] = await heard(listen(t), t.baseURL);
      await t.close();
      assert.equal(first, 'one ');
      assert.equal(rest.join(', '), outcome);
    });
  }

  it('is about every ending', () => {
    assert.equal(cells.length, 6 * CLIENTS.length);
    assert.equal(Object.keys(LISTENERS).length, CLIENTS.length);
  });
});

/** What comes until it ends, breaks, or nothing more comes. */
async function heard(pieces: AsyncIterable<string>, baseURL: string): Promise<string[]> {
  const came: string[] = [];
  const source = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = source.next();
      next.catch(() => {});
      const found = await Promise.race([next, quiet(baseURL)]);
      if (found === undefined) return [...came, 'waits'];
      if (found.done === true) return [...came, 'ends'];
      came.push(found.value);
    }
  } catch (error) {
    return [...came, errorInWords(error)];
  }
}

/** Resolves after several other requests were answered: what is on its way has come by then. */
async function quiet(baseURL: string): Promise<undefined> {
  for (let n = 0; n < 20; n++) await (await fetch(`${baseURL}/models?limit=1`)).text();
}
