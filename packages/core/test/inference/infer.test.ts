import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProviderFailure, type FailureClass, type GatewayResponse } from '@model-gateway/core';
import { settled } from '../images/image-builders.ts';
import { ACCOUNT, aTalker, aWordsScene, wordsKind, type Talk } from './words.ts';

/* The pipeline under a kind of inference that is not images. */

/** Says the words of each read. */
function says(...reads: readonly (readonly string[])[]): Talk {
  return async function* () {
    yield* reads;
  };
}

function fails(failure: FailureClass, after: readonly string[] = []): Talk {
  return async function* ({ dispatched }) {
    dispatched();
    if (after.length > 0) yield after;
    throw new ProviderFailure(failure, `it said ${failure}`);
  };
}

/** Counts how often a provider is asked. */
function counted(talk: Talk) {
  const calls = { count: 0 };
  const counting: Talk = (context) => {
    calls.count++;
    return talk(context);
  };
  return { calls, talk: counting };
}

async function textOf({ body }: GatewayResponse): Promise<string> {
  assert.ok(body.kind === 'stream');
  let text = '';
  for await (const chunk of body.chunks) text += Buffer.from(chunk).toString();
  return text;
}

describe('infer', () => {
  it('delivers the steps of the first candidate that responds, and charges what was taken', async () => {
    const { ask, ledger } = aWordsScene();
    const broken = counted(fails('server'));
    const talkers = [aTalker('a', broken.talk), aTalker('b', says(['one', 'two'], ['three']))];
    const response = await ask(wordsKind(), talkers);
    assert.equal(response.headers['x-provider-name'], 'b');
    assert.match(response.headers['x-generation-id'] ?? '', /^gen-\d+-\w{20}$/);
    assert.equal(await textOf(response), 'one two three ');
    assert.equal(ledger.balanceOf(ACCOUNT), '7');
    assert.equal(broken.calls.count, 1);
  });

  it('leaves the reads of a provider together: as many chunks as there were', async () => {
    const { ask } = aWordsScene();
    const response = await ask(wordsKind(), [aTalker('a', says(['one', 'two'], ['three']))]);
    assert.ok(response.body.kind === 'stream');
    const sizes: number[] = [];
    for await (const chunk of response.body.chunks) sizes.push(chunk.byteLength);
    assert.deepEqual(sizes, [8, 6]);
  });

  it('does not fall back once it has responded, and charges up to there', async () => {
    const { ask, ledger } = aWordsScene();
    const spare = counted(says(['spare']));
    const talkers = [aTalker('a', fails('cut-off', ['one'])), aTalker('b', spare.talk)];
    const response = await ask(wordsKind(), talkers);
    await assert.rejects(textOf(response), { failure: 'cut-off' });
    assert.equal(spare.calls.count, 0);
    assert.equal(ledger.balanceOf(ACCOUNT), '9');
  });

  it('asks only a larger window after a request was too long, as the kind says', async () => {
    const { ask } = aWordsScene();
    const same = counted(says(['same']));
    const talkers = [
      aTalker('a', fails('context'), 8),
      aTalker('b', same.talk, 8),
      aTalker('c', says(['large']), 32),
    ];
    assert.equal(await textOf(await ask(wordsKind(), talkers)), 'large ');
    assert.equal(same.calls.count, 0);
  });

  it('blames the request for one that is too long for every endpoint, at the place of its input', async () => {
    const { ask, ledger } = aWordsScene();
    await assert.rejects(ask(wordsKind(), [aTalker('a', fails('context'))]), {
      code: 'invalidRequest',
      message: 'Invalid request parameters: a refused the request: it said context',
    });
    assert.equal(ledger.balanceOf(ACCOUNT), '10');
  });

  it('asks once more where a model made something unusable, after the other endpoints', async () => {
    const { ask } = aWordsScene();
    const order: string[] = [];
    const failing = (slug: string, failure: FailureClass) =>
      aTalker(slug, (context) => {
        order.push(slug);
        return fails(failure)(context);
      });
    const talkers = [failing('a', 'generation'), failing('b', 'server')];
    await assert.rejects(ask(wordsKind(), talkers), { code: 'providerFailed' });
    assert.deepEqual(order, ['a', 'b', 'a']);
  });

  it('gives up on a provider that only pings, when its first output is late', async () => {
    const { ask, clock, ledger } = aWordsScene();
    const pings: Talk = async function* ({ signal, progress }) {
      while (!signal.aborted) {
        progress();
        yield [];
        await settled();
      }
    };
    const outcome = ask(wordsKind(), [aTalker('a', pings)]).catch((error: unknown) => error);
    const progress = { isOver: false };
    void outcome.then(() => (progress.isOver = true));
    const started = clock.now();
    while (!progress.isOver && clock.now() - started < 400_000) {
      clock.advance(1000);
      await settled();
    }
    assert.equal(((await outcome) as { code?: string }).code, 'timedOut');
    assert.ok(clock.now() - started >= 300_000 && clock.now() - started < 303_000);
    assert.equal(clock.waiting, 0);
    assert.equal(ledger.balanceOf(ACCOUNT), '10');
  });

  it('answers with what preparing throws, and everything is free again', async () => {
    const { ask, clock, ledger } = aWordsScene();
    const talker = counted(says(['one']));
    const prepare = () => Promise.reject(new Error('not today'));
    await assert.rejects(ask(wordsKind({ prepare }), [aTalker('a', talker.talk)]), /not today/);
    assert.equal(talker.calls.count, 0);
    assert.equal(clock.waiting, 0);
    assert.equal(ledger.balanceOf(ACCOUNT), '10');
  });

  it('cuts a client off that does not read, when the budget is over', async () => {
    const { ask, clock, ledger } = aWordsScene({ budgetMs: 50_000 });
    const { body } = await ask(wordsKind(), [aTalker('a', says(['one'], ['two']))]);
    assert.ok(body.kind === 'stream');
    const chunks = body.chunks[Symbol.asyncIterator]();
    await chunks.next();
    clock.advance(50_000);
    await settled();
    assert.equal(body.signal?.aborted, true);
    assert.equal(ledger.balanceOf(ACCOUNT), '9');
    assert.equal(clock.waiting, 0);
  });
});
