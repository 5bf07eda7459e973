import assert from 'node:assert/strict';
import { isProviderFailure, parseDecimal } from '@model-gateway/core';
import type { ChatJob, ChatPart, ChatProvider, ChatUsage } from '@model-gateway/core/chat';
import { within } from '../adapters/within.ts';
import type { ConformanceCase } from '../conformance-case.ts';
import { isSoon } from './is-soon.ts';
import { runChatJob, type ChatRun } from './run-chat-job.ts';

/** A provider over an upstream that the cases can disturb. */
export interface ChatProviderSubject {
  /** The face `chat` of the provider. */
  readonly provider: ChatProvider;
  /** Conversations that the upstream answers, of every kind: streamed, whole, with a call. */
  readonly jobs: readonly ChatJob[];
  /** Lets the upstream receive the next request and fall silent. */
  hang(): void;
  /** Resolves when the upstream has received that request. */
  reached(): Promise<void>;
  /** Lets the upstream close the connection of the next request without an answer. */
  breakOff(): void;
  /** Lets the upstream close the connection of the next request in the middle of its answer. */
  cut(): void;
  /** Lets the upstream answer the next request with something that is not an answer. */
  answerGarbage(): void;
  /** Returns the number of requests that the upstream has received. */
  requests(): number;
  /** Resolves once the upstream has no open connection that is in use. */
  allClosed(): Promise<void>;
}

/** What every `ChatProvider` must do. */
export const CHAT_PROVIDER_CASES: readonly ConformanceCase<ChatProviderSubject>[] = [
  {
    name: 'an answer obeys the grammar of parts, and ends with done',
    spec: 'contract §12.2',
    async run({ provider, jobs }) {
      for (const job of jobs) {
        const { parts } = await runChatJob(provider, job).whole();
        assert.equal(parts.at(0)?.type, 'start');
        assert.equal(parts.at(-1)?.type, 'done');
        checkReason(parts);
      }
    },
  },
  {
    name: 'counts never sink, and parts of them are within their wholes',
    spec: 'contract §12.10',
    async run({ provider, jobs }) {
      for (const job of jobs) {
        const { parts } = await runChatJob(provider, job).whole();
        let before: ChatUsage = {};
        for (const part of parts) {
          if (part.type !== 'usage') continue;
          checkCounts(part.usage, before);
          before = part.usage;
        }
      }
    },
  },
  {
    name: 'a request is reported before it can be billed, and data as it arrives',
    spec: 'contract §4.6',
    async run({ provider, jobs: [job], hang, reached, requests }) {
      assert.ok(job);
      const done = await runChatJob(provider, job).whole();
      assert.ok(done.dispatches >= 1, 'dispatched was not called');
      assert.ok(done.progress >= 1, 'progress was not called');

      const before = requests();
      hang();
      const run = runChatJob(provider, job);
      const next = run.next();
      await within(reached(), 'the request');
      assert.ok(requests() > before);
      assert.ok(run.dispatches >= 1, 'the upstream has a request that was not reported');
      await abortAndCheck(run, next);
    },
  },
  {
    name: 'an abort ends the answer at once with its reason, and closes the connection',
    spec: 'contract §12.9',
    async run({ provider, jobs, hang, reached, allClosed }) {
      for (const job of jobs) {
        hang();
        const run = runChatJob(provider, job);
        const next = run.next();
        await within(reached(), 'the request');
        await abortAndCheck(run, next);
        assert.ok(await isSoon(allClosed()), 'the connection is still open 100 ms later');
      }
    },
  },
  {
    name: 'a conversation that is aborted before it starts asks nothing of the upstream',
    spec: 'contract §12.9',
    async run({ provider, jobs: [job], requests }) {
      assert.ok(job);
      const run = runChatJob(provider, job);
      run.abort();
      await assert.rejects(run.next(), (error) => error === run.reason);
      assert.equal(requests(), 0);
      assert.equal(run.dispatches, 0);
    },
  },
  {
    name: 'whatever the upstream does, only a ProviderFailure is thrown',
    spec: 'contract §12.8',
    async run({ provider, jobs, breakOff, answerGarbage }) {
      for (const job of jobs) {
        for (const disturb of [breakOff, answerGarbage]) {
          disturb();
          await assert.rejects(runChatJob(provider, job).whole(), isProviderFailure);
        }
      }
    },
  },
  {
    name: 'an answer that breaks off is never whole, and has no complete call',
    spec: 'contract §12.2',
    async run({ provider, jobs, cut }) {
      for (const job of jobs) {
        cut();
        const run = runChatJob(provider, job);
        await assert.rejects(run.whole(), isProviderFailure);
        assert.ok(!run.parts.some(({ type }) => type === 'finish' || type === 'done'));
        const calls = run.parts.flatMap((part) =>
          part.type === 'open' && part.kind === 'call' ? [part.block] : [],
        );
        const last = calls.at(-1);
        const isClosed = run.parts.some((part) => part.type === 'close' && part.block === last);
        assert.ok(last === undefined || !isClosed, 'the call that was cut off is complete');
      }
    },
  },
  {
    name: 'a conversation is sent as it is, and stays as it is for another provider',
    spec: 'contract §12.8',
    async run({ provider, jobs }) {
      for (const job of jobs) {
        const before = structuredClone(job.request);
        await runChatJob(provider, freeze(job)).whole();
        assert.deepEqual(job.request, before);
      }
    },
  },
  {
    name: 'an answer whose reader stops early leaves nothing open',
    spec: 'contract §12.9',
    async run({ provider, jobs, allClosed }) {
      for (const job of jobs) {
        const run = runChatJob(provider, job);
        await run.next();
        await run.leave();
      }
      await within(allClosed(), 'the end of every connection');
    },
  },
  {
    name: 'an endpoint says what it can do and costs, and an unknown model has none',
    spec: 'contract §12.8',
    async run({ provider, jobs }) {
      for (const { request } of jobs) {
        const endpoint = provider.endpoint(request.model);
        assert.ok(endpoint);
        const { wire, issuer, contextTokens, maxOutputTokens, pricing } = endpoint;
        assert.ok(issuer.startsWith(`${wire}@`), `the issuer ${issuer} does not name its wire`);
        assert.ok(maxOutputTokens >= 1 && contextTokens >= 1);
        for (const price of [pricing.prompt, pricing.completion]) assert.ok(parseDecimal(price));
      }
      for (const name of ['', 'no/such-model', 'constructor', '__proto__']) {
        assert.equal(provider.endpoint(name), undefined);
      }
    },
  },
];

/** With a whole call of the client's, unless the answer was cut short, the reason is `calls`. */
function checkReason(parts: readonly ChatPart[]): void {
  const finish = parts.find((part) => part.type === 'finish');
  const calls = parts.filter(
    (part) => part.type === 'open' && part.kind === 'call' && part.by === 'client',
  );
  if (calls.length === 0) assert.notEqual(finish?.reason, 'calls');
  else assert.ok(finish && ['calls', 'length', 'filter', 'refusal'].includes(finish.reason));
}

const WHOLES = [
  ['cacheReadTokens', 'inputTokens'],
  ['cacheWriteTokens', 'inputTokens'],
  ['cacheWriteHourTokens', 'cacheWriteTokens'],
  ['inputAudioTokens', 'inputTokens'],
  ['inputImageTokens', 'inputTokens'],
  ['reasoningTokens', 'outputTokens'],
  ['outputAudioTokens', 'outputTokens'],
  ['outputImageTokens', 'outputTokens'],
] as const;

function checkCounts(usage: ChatUsage, before: ChatUsage): void {
  for (const [part, whole] of WHOLES) {
    assert.ok((usage[part] ?? 0) <= (usage[whole] ?? Infinity), `${part} is more than ${whole}`);
    assert.ok((usage[part] ?? 0) >= (before[part] ?? 0), `${part} sank`);
    assert.ok((usage[whole] ?? 0) >= (before[whole] ?? 0), `${whole} sank`);
  }
}

async function abortAndCheck(run: ChatRun, next: Promise<unknown>): Promise<void> {
  // Watched before the abort, so that the rejection is never unhandled.
  const outcome = next.then(
    () => 'a step',
    (error: unknown) => error,
  );
  run.abort();
  assert.ok(await isSoon(outcome), 'the answer goes on 100 ms later');
  assert.equal(await outcome, run.reason);
}

/** A write to a frozen object throws. */
function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}
