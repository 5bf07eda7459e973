import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHAT_PROVIDER_CASES } from '@model-gateway/conformance';
import { ProviderFailure } from '@model-gateway/core';
import type { ChatJob, ChatPart, ChatProvider } from '@model-gateway/core/chat';
import { aChatRequest } from '../../core/test/chat/a-chat-request.ts';

type Talk = (job: ChatJob) => readonly ChatPart[];

const SAID: readonly ChatPart[] = [
  { type: 'start' },
  { type: 'open', block: 0, kind: 'text' },
  { type: 'delta', block: 0, text: 'Hi' },
  { type: 'close', block: 0 },
  { type: 'finish', reason: 'stop', raw: 'stop' },
  { type: 'usage', usage: { inputTokens: 3, outputTokens: 1 } },
  { type: 'done' },
];

const JOB: ChatJob = {
  request: aChatRequest({
    messages: [{ role: 'user', blocks: [{ type: 'text', text: 'Hi' }] }],
    stream: true,
  }),
  options: {},
  user: undefined,
};

type Upstream = 'well' | 'silent' | 'broken' | 'cut' | 'garbage';

/** A provider in memory; `talk` is what it makes of a good answer, `cut` of one that breaks off. */
function subjectFor({ talk = () => SAID, cut = SAID.slice(0, 3), isRude = false }: Given) {
  let upstream: Upstream = 'well';
  let requests = 0;
  let hear = () => {};
  let heard = Promise.resolve();
  const provider: ChatProvider = {
    endpoint: (model) =>
      model === 'acme/quill-1'
        ? {
            wire: 'openai-chat',
            issuer: 'openai-chat@acme',
            contextTokens: 10,
            maxOutputTokens: 5,
            inputs: new Set(['text']),
            parameters: new Set(),
            passthrough: new Set(),
            pricing: { prompt: '0', completion: '0' },
          }
        : undefined,
    async answer(job, { signal, dispatched, progress }) {
      signal.throwIfAborted();
      const now = upstream;
      upstream = 'well';
      requests++;
      if (!isRude) dispatched();
      hear();
      if (now === 'silent') {
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
      }
      if (now === 'broken' || now === 'garbage') throw new ProviderFailure('server', 'it broke');
      async function* steps() {
        progress();
        yield now === 'cut' ? cut : talk(job);
        if (now === 'cut' && cut.at(-1)?.type !== 'done')
          throw new ProviderFailure('server', 'cut');
      }
      return { steps: steps() };
    },
  };
  return {
    provider,
    jobs: [structuredClone(JOB)],
    hang() {
      upstream = 'silent';
      heard = new Promise((resolve) => (hear = resolve));
    },
    reached: () => heard,
    breakOff: () => void (upstream = 'broken'),
    cut: () => void (upstream = 'cut'),
    answerGarbage: () => void (upstream = 'garbage'),
    requests: () => requests,
    allClosed: async () => {},
  };
}

interface Given {
  readonly talk?: Talk;
  readonly cut?: readonly ChatPart[];
  /** Whether it reports no request. */
  readonly isRude?: boolean;
}

describe('the suite of providers of conversations', () => {
  for (const { name, run } of CHAT_PROVIDER_CASES) {
    it(`lets a good provider pass: ${name}`, () => run(subjectFor({})));
  }

  const without = (type: ChatPart['type']) => SAID.filter((part) => part.type !== type);
  const counts = (more: object): readonly ChatPart[] =>
    SAID.flatMap((part): readonly ChatPart[] =>
      part.type === 'usage' ? [part, { type: 'usage', usage: { ...part.usage, ...more } }] : [part],
    );
  const call = { type: 'open', block: 0, kind: 'call', id: 'a', name: 'f', by: 'client' } as const;
  const broken: readonly (readonly [what: string, given: Given, failing: RegExp])[] = [
    ['parts without a start', { talk: () => without('start') }, /obeys the grammar/],
    ['a block that never closes', { talk: () => without('close') }, /obeys the grammar/],
    ['no finish', { talk: () => without('finish') }, /obeys the grammar/],
    ['no end', { talk: () => without('done') }, /obeys the grammar/],
    [
      'an empty delta',
      { talk: () => SAID.toSpliced(2, 1, { type: 'delta', block: 0, text: '' }) },
      /obeys the grammar/,
    ],
    ['counts that sink', { talk: () => counts({ outputTokens: 0 }) }, /counts never sink/],
    [
      'a part beyond its whole',
      { talk: () => counts({ cacheReadTokens: 9 }) },
      /within their wholes/,
    ],
    ['a request that is not reported', { isRude: true }, /reported before it can be billed/],
    ['an end that is faked', { cut: SAID }, /never whole/],
    [
      'a call that is complete before its end',
      { cut: [{ type: 'start' }, call, { type: 'close', block: 0 }] },
      /no complete call/,
    ],
    [
      'a change of the conversation',
      {
        talk: ({ request }) => {
          // What a careless encoder does.
          Object.assign(request, { model: 'other' });
          return SAID;
        },
      },
      /stays as it is/,
    ],
  ];
  for (const [what, given, failing] of broken) {
    it(`does not let a provider pass with ${what}`, async () => {
      const found = CHAT_PROVIDER_CASES.filter(({ name }) => failing.test(name));
      assert.equal(found.length, 1);
      for (const { run } of found) await assert.rejects(run(subjectFor(given)));
    });
  }
});
