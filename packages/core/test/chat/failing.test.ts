import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureClass } from '@model-gateway/core';
import type { GatewayRequest } from '@model-gateway/core/http';
import { bearer } from '../builders.ts';
import {
  ACCOUNT,
  aChatGateway,
  anEndpoint,
  answered,
  aTalker,
  chunksOf,
  delta,
  fails,
  framesOf,
  hangs,
  jsonOf,
  OPEN,
  reads,
  saidIn,
  says,
  settled,
  START,
  STOP,
  CLOSE,
  toFrames,
} from './chat-builders.ts';

/** Keeps its status while nothing was sent, streamed or not. Conformance cases 103 to 105. */
const STATUSES: readonly (readonly [FailureClass, number])[] = [
  ['parameter', 400],
  ['policy', 400],
  ['context', 400],
  ['adapter', 400],
  ['credential', 502],
  ['model', 502],
  ['timeout', 524],
  ['too-large', 413],
  ['rate-limited', 429],
  ['server', 502],
  ['malformed', 502],
  ['cut-off', 502],
  ['overloaded', 529],
];

/** The kinds of contract §12.7. */
const KINDS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  413: 'payload_too_large',
  429: 'rate_limit_exceeded',
  502: 'provider_unavailable',
  524: 'timeout',
  529: 'provider_overloaded',
};

describe('x-should-retry (contract §9)', () => {
  /** What the same request gets again. */
  const FINAL: readonly FailureClass[] = [
    'parameter',
    'policy',
    'context',
    'adapter',
    'credential',
    'model',
    'too-large',
  ];
  for (const [failure] of STATUSES) {
    const expected = FINAL.includes(failure) ? 'false' : undefined;
    it(`is ${expected ?? 'absent'} where every provider fails with ${failure}`, async () => {
      const scene = aChatGateway([aTalker('one', fails(failure)), aTalker('two', fails(failure))]);
      const { value: response } = await answered(scene, scene.chat());
      assert.equal(response.headers['x-should-retry'], expected);
    });
  }

  it('is absent where one of the providers may do better', async () => {
    const providers = [aTalker('one', fails('credential')), aTalker('two', fails('server'))];
    const scene = aChatGateway(providers);
    const { value: response } = await answered(scene, scene.chat());
    assert.equal(response.headers['x-should-retry'], undefined);
  });

  const refused = [
    ['an unknown model', { model: 'acme/none' }, {}],
    ['a body that is wrong', { messages: [] }, {}],
    ['an invalid key', {}, { headers: { authorization: 'Bearer mg-v1-wrong' } }],
    ['a missing key', {}, { headers: {} }],
  ] as const;
  for (const [what, body, given] of refused) {
    it(`is false for ${what}`, async () => {
      const response = await aChatGateway([aTalker('one')]).chat(body, given);
      assert.ok(response.status >= 400 && response.status < 500);
      assert.equal(response.headers['x-should-retry'], 'false');
    });
  }

  it('is false for an account that has too little', async () => {
    const scene = aChatGateway([aTalker('one', says(['a']), anEndpoint({ pricing: DEAR }))]);
    const response = await scene.chat();
    assert.equal(response.status, 402);
    assert.equal(response.headers['x-should-retry'], 'false');
  });
});

const DEAR = { prompt: '1', completion: '1' };

describe('what is refused before the conversation is read', () => {
  const refused: readonly (readonly [string, number, string, Partial<GatewayRequest>])[] = [
    ['a missing key', 401, 'authentication', { headers: {} }],
    ['an unknown key', 401, 'authentication', { headers: bearer('mg-v1-other') }],
    [
      'a body that is not JSON',
      400,
      'invalid_request',
      { body: { kind: 'bytes', read: async () => Buffer.from('{') } },
    ],
  ];
  for (const [what, status, kind, given] of refused) {
    it(`has its kind: ${what}`, async () => {
      const { chat } = aChatGateway([aTalker('one')]);
      const response = await chat({}, given);
      assert.equal(response.status, status);
      assert.equal(jsonOf(response).error?.metadata?.error_type, kind);
    });
  }
});

describe('failures before the first output', () => {
  for (const stream of [false, true]) {
    for (const [failure, status] of STATUSES) {
      it(`answers ${status} for ${failure}${stream ? ' of a stream' : ''}, and charges nothing`, async () => {
        const scene = aChatGateway([aTalker('one', fails(failure))]);
        const { value: response } = await answered(scene, scene.chat({ stream }));
        assert.equal(response.status, status);
        assert.equal(jsonOf(response).error?.code, status);
        assert.equal(jsonOf(response).error?.metadata?.error_type, KINDS[status]);
        assert.equal(scene.ledger.balanceOf(ACCOUNT), '10');
        assert.equal(scene.clock.waiting, 0);
      });
    }
  }

  it('asks the next provider, and the client sees one answer', async () => {
    const { chat, ledger } = aChatGateway([
      aTalker('one', fails('server')),
      aTalker('two', says(['Hi']), anEndpoint({ pricing: { prompt: '0.002', completion: '0' } })),
    ]);
    const response = await chat({ stream: true, provider: { order: ['one'] } });
    assert.equal(saidIn(await framesOf(response)), 'Hi');
    assert.equal(ledger.balanceOf(ACCOUNT), '9.98');
  });

  it('asks only a provider with a longer context when the request was too long', async () => {
    const same = aTalker('two', says(['same']));
    const { chat } = aChatGateway([
      aTalker('one', fails('context')),
      same,
      aTalker('three', says(['longer']), anEndpoint({ contextTokens: 8000 })),
    ]);
    assert.equal(jsonOf(await chat()).choices[0].message['content'], 'longer');
    assert.equal(same.jobs.length, 0);
  });

  it('discards a whole answer that breaks off, and asks the next provider', async () => {
    const { chat } = aChatGateway([
      aTalker('one', fails('cut-off', ['half'])),
      aTalker('two', says(['whole'])),
    ]);
    assert.equal(jsonOf(await chat()).choices[0].message['content'], 'whole');
  });

  const broken = [
    ['ends without done', reads([START, OPEN, delta('a'), CLOSE, STOP])],
    ['ends without a finish', reads([START, OPEN, delta('a')])],
    ['is empty', reads()],
    ['breaks the grammar', reads([START, delta('a')])],
    [
      'has sealed data of another issuer',
      reads([START, OPEN, { type: 'close', block: 0, sealed: { issuer: 'other', data: {} } }]),
    ],
  ] as const;
  for (const [what, talk] of broken) {
    it(`answers 502 for an answer that ${what}`, async () => {
      const { chat } = aChatGateway([aTalker('one', talk)]);
      assert.equal((await chat()).status, 502);
    });
  }
});

describe('failures after the first output', () => {
  for (const failure of ['cut-off', 'server', 'malformed', 'overloaded'] as const) {
    it(`end the stream with the error, and no other provider is asked: ${failure}`, async () => {
      const spare = aTalker('two');
      const { chat, records } = aChatGateway([aTalker('one', fails(failure, ['Hel'])), spare]);
      const response = await chat({ stream: true, provider: { order: ['one'] } });
      assert.equal(response.status, 200);
      const frames = await framesOf(response);
      assert.equal(saidIn(frames), 'Hel');
      const last = frames.at(-1);
      assert.equal(last?.choices[0]?.finish_reason, 'error');
      assert.equal(last?.error?.code, failure === 'overloaded' ? 529 : 502);
      assert.ok(last?.error?.metadata && 'error_type' in last.error.metadata);
      assert.equal(spare.jobs.length, 0);
      await Promise.resolve();
      assert.equal(records[0]?.ending, 'broken');
    });
  }

  it('end a stream whose provider stops between outputs', async () => {
    const talker = aTalker('one', hangs(['Hel']));
    const scene = aChatGateway([talker]);
    const response = await scene.chat({ stream: true });
    const { value: chunks, waitedMs } = await answered(scene, chunksOf(response));
    assert.equal(toFrames(chunks).at(-1)?.error?.code, 524);
    assert.ok(waitedMs >= 120_000 && waitedMs < 123_000);
    // Comments while nothing came; the eighth would come with the end.
    assert.equal(chunks.filter((chunk) => chunk === ': keep-alive\n\n').length, 7);
    assert.equal(talker.running, 0);
    assert.equal(scene.clock.waiting, 0);
  });
});

describe('times', () => {
  const pings = () =>
    aTalker('one', async function* (_job, { signal, progress }) {
      while (!signal.aborted) {
        progress();
        yield [];
        await settled();
      }
    });

  it('gives up on a provider that only pings, 600 s for a whole answer', async () => {
    const scene = aChatGateway([pings()]);
    const { value, waitedMs } = await answered(scene, scene.chat());
    assert.equal(value.status, 524);
    assert.ok(waitedMs >= 600_000 && waitedMs < 603_000);
    assert.equal(scene.clock.waiting, 0);
  });

  it('takes the times of the host, and those of an endpoint before them', async () => {
    const host = aChatGateway([aTalker('one', hangs())], { firstByteMs: 7000 });
    const first = await answered(host, host.chat());
    assert.equal(first.waitedMs, 7000);
    const endpoint = anEndpoint({ limits: { firstByteMs: 3000 } });
    const own = aChatGateway([aTalker('one', hangs(), endpoint)], { firstByteMs: 7000 });
    const second = await answered(own, own.chat());
    assert.equal(second.waitedMs, 3000);
  });

  it('begins a stream after 15 s without output, and falls back still', async () => {
    const scene = aChatGateway([
      aTalker('one', hangs()),
      aTalker('two', says(['Late']), anEndpoint({ pricing: { prompt: '0.002', completion: '0' } })),
    ]);
    const { value: response, waitedMs } = await answered(
      scene,
      scene.chat({ stream: true, provider: { order: ['one'] } }),
    );
    assert.equal(waitedMs, 15_000);
    assert.equal(response.status, 200);
    assert.equal(response.headers['x-provider-name'], undefined);
    assert.match(response.headers['x-generation-id'] ?? '', /^gen-/);
    const { value: chunks } = await answered(scene, chunksOf(response));
    const frames = toFrames(chunks);
    assert.equal(saidIn(frames), 'Late');
    assert.equal(frames[0]?.provider, 'TWO');
    assert.equal(scene.ledger.balanceOf(ACCOUNT), '9.98');
    assert.equal(scene.clock.waiting, 0);
  });

  it('begins it with a comment at once, and goes on with one every 15 s', async () => {
    const scene = aChatGateway([aTalker('one', hangs())], { commitAfterMs: 1000 });
    const { value: response } = await answered(scene, scene.chat({ stream: true }));
    assert.ok(response.body.kind === 'stream');
    const chunks = response.body.chunks[Symbol.asyncIterator]();
    for (const wait of [0, 15_000, 15_000]) {
      const { value: chunk, waitedMs } = await answered(scene, chunks.next());
      assert.equal(Buffer.from(chunk.value ?? []).toString(), ': keep-alive\n\n');
      assert.equal(waitedMs, wait);
    }
    await chunks.return?.();
  });

  it('tells a failure after that in the stream, and charges nothing', async () => {
    const scene = aChatGateway([aTalker('one', hangs())]);
    const { value: response } = await answered(scene, scene.chat({ stream: true }));
    const { value: chunks } = await answered(scene, chunksOf(response));
    const [frame] = toFrames(chunks);
    assert.equal(frame?.error?.code, 524);
    assert.equal(frame?.provider, undefined);
    assert.equal(scene.ledger.balanceOf(ACCOUNT), '10');
    assert.equal(scene.clock.waiting, 0);
    await Promise.resolve();
    assert.equal(scene.records[0]?.error, 'timedOut');
    assert.equal(scene.records[0]?.ending, 'broken');
  });

  it('never begins early with commitAfterMs: 0', async () => {
    const scene = aChatGateway([aTalker('one', hangs())], { commitAfterMs: 0 });
    const { value: response } = await answered(scene, scene.chat({ stream: true }));
    assert.equal(response.status, 524);
  });
});

describe('clients that leave', () => {
  const phases = [
    ['before the first byte', hangs(), false],
    ['before the first byte of a stream', hangs(), true],
    ['in a whole answer', hangs(['Hel']), false],
  ] as const;
  for (const [phase, talk, stream] of phases) {
    it(`end the call at once, for nothing: ${phase}`, async () => {
      const talker = aTalker('one', talk);
      const scene = aChatGateway([talker]);
      const leaving = new AbortController();
      const answer = scene.chat({ stream }, { signal: leaving.signal });
      await settled();
      assert.equal(talker.running, 1);
      leaving.abort();
      assert.equal((await answer).status, 499);
      await settled();
      assert.equal(talker.running, 0);
      assert.equal(scene.ledger.balanceOf(ACCOUNT), '10');
      assert.equal(scene.clock.waiting, 0);
      assert.deepEqual(scene.errors, []);
    });
  }

  it('end the call at once while a stream that has begun early waits', async () => {
    const talker = aTalker('one', hangs());
    const scene = aChatGateway([talker]);
    const leaving = new AbortController();
    const answer = scene.chat({ stream: true }, { signal: leaving.signal });
    await answered(scene, answer);
    leaving.abort();
    await settled();
    assert.equal(talker.running, 0);
    assert.equal(scene.ledger.balanceOf(ACCOUNT), '10');
    assert.equal(scene.clock.waiting, 0);
  });
});
