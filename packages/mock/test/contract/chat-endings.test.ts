import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { startMockGateway, type RunningMockGateway, type StreamEnding } from '@model-gateway/mock';
import { LISTENERS } from './chat-clients.ts';
import { errorInWords } from './in-words.ts';

/** What each client hears of each ending after the first piece of an answer. */
const TABLE: Readonly<Record<StreamEnding, readonly string[]>> = {
  done: ['[DONE], ends', 'ends', 'ends', 'ends', 'InvalidResponseDataError', 'ends', 'ends'],
  'clean-eof': ['ends', 'ends', 'ends', 'ends', 'InvalidResponseDataError', 'ends', 'ends'],
  abort: [
    'TypeError: terminated ← UND_ERR_SOCKET',
    'TypeError: terminated ← UND_ERR_SOCKET',
    'TypeError: terminated ← UND_ERR_SOCKET',
    'TypeError: terminated ← UND_ERR_SOCKET',
    'APICallError 200',
    'APICallError 200',
    'APICallError 200',
  ],
  'error-event': [
    'error, [DONE], ends',
    'APIError',
    'APIError',
    'response.failed, ends',
    'StreamProviderError 502',
    'StreamProviderError 500',
    'StreamProviderError 500',
  ],
  stall: ['waits', 'waits', 'waits', 'waits', 'waits', 'waits', 'waits'],
  linger: ['[DONE], waits', 'ends', 'waits', 'waits', 'waits', 'waits', 'waits'],
};

describe('what clients make of the endings of conversations', () => {
  let gateway: RunningMockGateway;
  before(async () => {
    gateway = await startMockGateway({ world: 'tiny' });
  });
  after(() => gateway.close());

  for (const [ending, outcomes] of Object.entries(TABLE)) {
    for (const [position, [client, listen]] of Object.entries(LISTENERS).entries()) {
      it(`${ending} is to ${client}: ${outcomes[position]}`, async () => {
        const t = gateway.tenant({ clock: 'frozen' });
        t.chat('poem').say('one two three');
        // The names of the table are those of endings.
        t.chat().end(ending as StreamEnding, { afterDeltas: 1 });
        const [first, ...rest] = await heard(listen(t), t.baseURL);
        await t.close();
        assert.equal(first, 'one ');
        assert.equal(rest.join(', '), outcomes[position]);
      });
    }
  }

  it('is documented as it is in docs/mock/faults.md', async () => {
    const guide = new URL('../../../../docs/mock/faults.md', import.meta.url);
    const text = await readFile(guide, 'utf8');
    for (const [ending, outcomes] of Object.entries(TABLE)) {
      const row = `| \`${ending}\` | ${outcomes.join(' | ')} |`;
      assert.ok(text.includes(row), `the guide lacks the row\n${row}`);
    }
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
