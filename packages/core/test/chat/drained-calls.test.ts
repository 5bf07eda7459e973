import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMemoryCreditLedger,
  createMemoryGenerationStore,
  ProviderFailure,
  type Generation,
  type GenerationStore,
  type InferenceOptions,
} from '@model-gateway/core';
import type { ChatEndpoint, ChatPart } from '@model-gateway/core/chat';
import { accountOf } from '../../src/accounts/account-of.ts';
import { aKey } from '../builders.ts';
import {
  ACCOUNT,
  aChatGateway,
  anEndpoint,
  aTalker,
  CLOSE,
  delta,
  DONE,
  OPEN,
  settled,
  START,
  STOP,
  usage,
  type Talk,
} from './chat-builders.ts';

const REST: readonly ChatPart[] = [
  delta('there is a lot more'),
  CLOSE,
  STOP,
  usage({ inputTokens: 10, outputTokens: 50 }),
  DONE,
];

/** Says the words and goes on only when it is told to, unless its signal aborts. */
function aPause(words: readonly string[], rest: readonly ChatPart[] | Error = REST) {
  let goOn = () => {};
  const told = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const talk: Talk = async function* (_job, { signal, dispatched }) {
    dispatched();
    if (words.length > 0) yield [START, OPEN];
    for (const word of words) yield [delta(word)];
    await new Promise<void>((resolve, reject) => {
      void told.then(resolve);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    if (rest instanceof Error) throw rest;
    yield words.length > 0 ? rest : [START, OPEN, ...rest];
  };
  return {
    talk,
    async goOn() {
      goOn();
      await settled();
      await settled();
    },
  };
}

function aScene(
  talk: Talk | readonly Talk[],
  endpoint: Partial<ChatEndpoint> = { onClientLeft: 'drain' },
  options: Pick<InferenceOptions, 'ledger'> & { readonly generations?: GenerationStore } = {},
) {
  const generations = createMemoryGenerationStore();
  const provider = aTalker('one', talk, anEndpoint(endpoint));
  const scene = aChatGateway([provider], { generations, commitAfterMs: 1000, ...options });
  const kept = async (id: string | undefined) => {
    assert.ok(id !== undefined);
    return generations.find(accountOf(aKey()), id);
  };
  return { ...scene, provider, kept };
}

/** Asks, takes this many chunks of the stream, and leaves. */
async function leave({ chat }: Pick<ReturnType<typeof aScene>, 'chat'>, chunks: number) {
  const client = new AbortController();
  const response = await chat({ stream: true }, { signal: client.signal });
  assert.ok(response.body.kind === 'stream');
  const reader = response.body.chunks[Symbol.asyncIterator]();
  for (let i = 0; i < chunks; i++) await reader.next();
  client.abort(new Error('gone'));
  await settled();
  return response.headers['x-generation-id'];
}

/** Asks for a whole answer, and leaves before it has come. */
async function leaveWhole({ chat }: Pick<ReturnType<typeof aScene>, 'chat'>, stream = false) {
  const client = new AbortController();
  const answer = chat({ stream }, { signal: client.signal });
  await settled();
  client.abort(new Error('gone'));
  return answer;
}

describe('a call whose client leaves', () => {
  it('ends at once by default', async () => {
    const scene = aScene(aPause(['Hello']).talk, {});
    const id = await leave(scene, 1);
    await leaveWhole(scene);
    await settled();
    assert.equal(scene.provider.running, 0);
    assert.equal(scene.records.length, 2);
    assert.equal((await scene.kept(id))?.completionTokens, 2);
  });
});

describe('a call whose client leaves an endpoint with onClientLeft: drain', () => {
  it('is read to its end in the stream: the record has the counts, and the client pays what it took', async () => {
    const pause = aPause(['Hello']);
    const scene = aScene(pause.talk);
    const id = await leave(scene, 1);
    assert.equal(scene.provider.running, 1);
    assert.equal(scene.records.length, 0);
    assert.equal(await scene.kept(id), undefined);
    scene.clock.advance(2000);
    await pause.goOn();
    assert.equal(scene.provider.running, 0);
    const [record] = scene.records;
    const generation = await scene.kept(id);
    assert.equal(record?.ending, 'abandoned');
    assert.equal(record?.ms, 0);
    assert.equal(record?.generation?.attempts[0]?.outcome, 'abandoned');
    assert.equal(record?.generation?.usage?.completionTokens, 50);
    assert.equal(record?.generation?.usage?.isEstimated, undefined);
    assert.equal(generation?.promptTokens, 10);
    assert.equal(generation?.completionTokens, 50);
    assert.equal(generation?.isCancelled, true);
    assert.equal(generation?.ms, 0);
    // An estimated token of input and two of output.
    assert.equal(generation?.costUsd, '0.021');
    assert.equal(record?.generation?.costUsd, '0.021');
    assert.equal(record?.generation?.drainedUsd, '0.51');
    assert.equal(scene.ledger.balanceOf(ACCOUNT), '9.979');
    assert.equal(scene.clock.waiting, 0);
    assert.deepEqual(scene.errors, []);
  });

  it('is read to its end when the reader of the stream closes it', async () => {
    const pause = aPause(['Hello']);
    const scene = aScene(pause.talk);
    const { body } = await scene.chat({ stream: true });
    assert.ok(body.kind === 'stream');
    const reader = body.chunks[Symbol.asyncIterator]();
    await reader.next();
    await reader.return?.();
    assert.equal(scene.provider.running, 1);
    await pause.goOn();
    assert.equal(scene.records[0]?.generation?.usage?.completionTokens, 50);
    assert.equal(scene.provider.running, 0);
  });

  for (const stream of [true, false]) {
    const what = stream ? 'the first output' : 'a whole answer';
    it(`is read to its end before ${what}, and the client pays nothing`, async () => {
      const pause = aPause([]);
      const scene = aScene(pause.talk);
      assert.equal((await leaveWhole(scene, stream)).status, 499);
      assert.equal(scene.provider.running, 1);
      assert.equal(scene.ledger.balanceOf(ACCOUNT), '10');
      assert.equal(scene.records.length, 0);
      await pause.goOn();
      assert.equal(scene.provider.running, 0);
      assert.equal(scene.records[0]?.status, 499);
      assert.equal(scene.records[0]?.generation?.usage?.completionTokens, 50);
      assert.equal(scene.records[0]?.generation?.costUsd, '0');
      assert.equal(scene.records[0]?.generation?.drainedUsd, '0.51');
      assert.equal(scene.ledger.balanceOf(ACCOUNT), '10');
      assert.equal(scene.clock.waiting, 0);
      assert.deepEqual(scene.errors, []);
    });
  }

  it('is read to its end when the stream began without output', async () => {
    const pause = aPause([]);
    const scene = aScene(pause.talk);
    const client = new AbortController();
    const answer = scene.chat({ stream: true }, { signal: client.signal });
    await settled();
    scene.clock.advance(1000);
    const id = (await answer).headers['x-generation-id'];
    client.abort();
    await settled();
    await pause.goOn();
    const generation = await scene.kept(id);
    assert.equal(generation?.completionTokens, 50);
    assert.equal(generation?.costUsd, '0');
    assert.equal(scene.clock.waiting, 0);
  });

  it('ends at once where four others are read, until these are over', async () => {
    const pause = aPause(['Hello']);
    const { talk } = pause;
    const scene = aScene([talk, talk, talk, talk, talk, aPause(['Hello']).talk]);
    for (let i = 0; i < 5; i++) await leave(scene, 1);
    assert.equal(scene.provider.running, 4);
    const tokens = () => scene.records.map((one) => one.generation?.usage?.completionTokens);
    assert.deepEqual(tokens(), [2]);
    await pause.goOn();
    assert.deepEqual(tokens(), [2, 50, 50, 50, 50]);
    await leave(scene, 1);
    assert.equal(scene.provider.running, 1);
  });

  it('ends after 30 s, with the counts of what the client took', async () => {
    const scene = aScene(aPause(['Hello']).talk);
    const id = await leave(scene, 1);
    scene.clock.advance(29_999);
    await settled();
    assert.equal(scene.provider.running, 1);
    scene.clock.advance(1);
    await settled();
    assert.equal(scene.provider.running, 0);
    assert.equal((await scene.kept(id))?.completionTokens, 2);
    assert.equal(scene.records[0]?.generation?.usage?.isEstimated, true);
    assert.equal(scene.records[0]?.generation?.drainedUsd, undefined);
    assert.equal(scene.clock.waiting, 0);
  });

  it('fails for nobody', async () => {
    const pause = aPause(['Hello'], new ProviderFailure('credential', 'no'));
    const scene = aScene(pause.talk);
    const id = await leave(scene, 1);
    await pause.goOn();
    assert.equal(scene.provider.running, 0);
    assert.equal((await scene.kept(id))?.completionTokens, 2);
    assert.equal(scene.records[0]?.generation?.attempts[0]?.outcome, 'abandoned');
    assert.deepEqual(scene.gateway.breakers(), []);
    assert.deepEqual(scene.errors, []);
    assert.equal(scene.clock.waiting, 0);
  });

  it('ends at once before the request is sent', async () => {
    const unsent: Talk = async function* (_job, { signal }) {
      yield await new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    };
    const provider = aTalker('one', unsent, anEndpoint({ onClientLeft: 'drain' }));
    const { answer } = provider.chat ?? {};
    assert.ok(answer !== undefined);
    // One that has not answered yet, because its steps count as an answer.
    const chat = {
      ...provider.chat,
      endpoint: () => anEndpoint({ onClientLeft: 'drain' }),
      answer: async (...given: Parameters<typeof answer>) => {
        for await (const _ of unsent(...given));
        return answer(...given);
      },
    };
    const scene = aChatGateway([{ slug: 'one', name: 'One', chat }]);
    await leaveWhole(scene);
    assert.equal(scene.records.length, 1);
    assert.equal(scene.clock.waiting, 0);
  });

  it('ends when the gateway is settled, and is charged and recorded by then', async () => {
    const scene = aScene(aPause(['Hello']).talk);
    const id = await leave(scene, 1);
    await scene.gateway.settled();
    assert.equal(scene.ledger.balanceOf(ACCOUNT), '9.979');
    assert.equal((await scene.kept(id))?.costUsd, '0.021');
    assert.equal(scene.records.length, 1);
    await settled();
    assert.equal(scene.provider.running, 0);
    assert.equal(scene.clock.waiting, 0);
  });

  it('is kept by the time that the gateway is settled, however long the store takes', async () => {
    const inner = createMemoryGenerationStore();
    const generations = {
      ...inner,
      add: async (generation: Generation) => {
        for (let turn = 0; turn < 5; turn++) await settled();
        await inner.add(generation);
      },
    };
    const scene = aScene(aPause(['Hello']).talk, undefined, { generations });
    const id = await leave(scene, 1);
    await scene.gateway.settled();
    assert.equal((await inner.find(accountOf(aKey()), id ?? ''))?.costUsd, '0.021');
  });

  it('is reported where its generation cannot be kept', async () => {
    const add = () => Promise.reject(new Error('the store is broken'));
    const generations = { ...createMemoryGenerationStore(), add };
    const scene = aScene(aPause(['Hello']).talk, undefined, { generations });
    await leave(scene, 1);
    await scene.gateway.settled();
    assert.deepEqual(scene.errors.map(String), ['Error: the store is broken']);
    assert.equal(scene.ledger.balanceOf(ACCOUNT), '9.979');
  });

  it('is heard from its beginning on, where the client leaves before the first output', async () => {
    const counts = usage({ inputTokens: 10, outputTokens: 50 });
    let goOn = () => {};
    const told = new Promise<void>((resolve) => (goOn = resolve));
    const talk: Talk = async function* (_job, { dispatched }) {
      dispatched();
      yield [START, counts];
      await told;
      yield [OPEN, delta('Hello'), CLOSE, STOP, DONE];
    };
    const scene = aScene(talk);
    await leaveWhole(scene, true);
    goOn();
    await settled();
    await settled();
    assert.equal(scene.records[0]?.generation?.usage?.completionTokens, 50);
  });

  it('does not hold up a gateway that is settled, when its provider ignores the end', async () => {
    const deaf: Talk = async function* (_job, { dispatched }) {
      dispatched();
      yield [START, OPEN, delta('Hello')];
      await new Promise(() => {});
    };
    const scene = aScene(deaf);
    await leave(scene, 1);
    await scene.gateway.settled();
    assert.equal(scene.records.length, 1);
    assert.equal(scene.clock.waiting, 0);
  });

  it('does not hold up a gateway that is settled, when its ledger never answers', async () => {
    const ledger = createMemoryCreditLedger({ [ACCOUNT]: '10' });
    const silent = {
      reserve: ledger.reserve,
      release: ledger.release,
      settle: () => new Promise<never>(() => {}),
    };
    const scene = aScene(aPause(['Hello']).talk, undefined, { ledger: silent });
    await leave(scene, 1);
    const over = scene.gateway.settled(3000);
    await settled();
    scene.clock.advance(3000);
    await over;
    assert.equal(scene.provider.running, 0);
    assert.equal(scene.clock.waiting, 0);
  });
});
