import assert from 'node:assert/strict';
import { isProviderFailure, parseDecimal } from '@model-gateway/core';
import {
  createPartCheck,
  type ChatJob,
  type ChatPart,
  type ChatProvider,
  type ChatUsage,
} from '@model-gateway/core/chat';
import type { ConformanceCase } from '../conformance-case.ts';
import { startRun, type ProviderRun } from './start-run.ts';
import { upstreamCases, type DisturbedUpstream } from './upstream-cases.ts';

/** A provider over an upstream that the cases can disturb. */
export interface ChatProviderSubject extends DisturbedUpstream {
  /** The face `chat` of the provider. */
  readonly provider: ChatProvider;
  /** Conversations that the upstream answers, of every kind: streamed, whole, with a call. */
  readonly jobs: readonly ChatJob[];
  /** Lets the upstream close the connection of the next request in the middle of its answer. */
  cut(): void;
}

/** What every `ChatProvider` must do. */
export const CHAT_PROVIDER_CASES: readonly ConformanceCase<ChatProviderSubject>[] = [
  {
    name: 'an answer obeys the grammar of parts, and ends with done',
    spec: 'contract §12.2',
    async run(subject) {
      for (const job of subject.jobs) {
        const parts = await partsOf(subject, job);
        assert.equal(parts.at(0)?.type, 'start');
        assert.equal(parts.at(-1)?.type, 'done');
        checkReason(parts);
      }
    },
  },
  {
    name: 'counts never sink, and parts of them are within their wholes',
    spec: 'contract §12.10',
    async run(subject) {
      for (const job of subject.jobs) {
        const parts = await partsOf(subject, job);
        let before: ChatUsage = {};
        for (const part of parts) {
          if (part.type !== 'usage') continue;
          checkCounts(part.usage, before);
          before = part.usage;
        }
      }
    },
  },
  ...upstreamCases<ChatJob, ChatProviderSubject>({
    job: 'conversation',
    specs: { abort: 'contract §12.9', failure: 'contract §12.8' },
    start: startChat,
  }),
  {
    name: 'an answer that breaks off is never whole, and has no complete call',
    spec: 'contract §12.2',
    async run(subject) {
      for (const job of subject.jobs) {
        subject.cut();
        const run = startChat(subject, job);
        await assert.rejects(run.whole(), isProviderFailure);
        assert.ok(!run.events.some(({ type }) => type === 'finish' || type === 'done'));
        const calls = run.events.flatMap((part) =>
          part.type === 'open' && part.kind === 'call' ? [part.block] : [],
        );
        const last = calls.at(-1);
        const isClosed = run.events.some((part) => part.type === 'close' && part.block === last);
        assert.ok(last === undefined || !isClosed, 'the call that was cut off is complete');
      }
    },
  },
  {
    name: 'a conversation is sent as it is, and stays as it is for another provider',
    spec: 'contract §12.8',
    async run(subject) {
      for (const job of subject.jobs) {
        const before = structuredClone(job.request);
        await partsOf(subject, freeze(job));
        assert.deepEqual(job.request, before);
      }
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

/** Starts a conversation; its parts are judged against the grammar. */
function startChat({ provider }: ChatProviderSubject, job: ChatJob): ProviderRun<ChatPart> {
  const check = createPartCheck(provider.endpoint(job.request.model)?.issuer ?? '');
  return startRun({
    ask: (context) => async () => (await provider.answer(job, context)).steps,
    read: (step: readonly ChatPart[]) => step.map((part) => check.check(part)),
    end: () => check.end(),
  });
}

async function partsOf(subject: ChatProviderSubject, job: ChatJob): Promise<readonly ChatPart[]> {
  const run = startChat(subject, job);
  await run.whole();
  return run.events;
}

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

/** A write to a frozen object throws. */
function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}
