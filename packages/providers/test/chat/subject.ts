import type { ListedProvider } from '@model-gateway/providers';
import type { FakeProvider } from '@model-gateway/providers/testing';
import type { HttpClient } from '@model-gateway/core';
import {
  collectAnswer,
  createPartCheck,
  readChatCompletion,
  type ChatJob,
  type ChatPart,
  type ChatResult,
} from '@model-gateway/core/chat';
import { createGuardedHttpClient } from '@model-gateway/egress';
import type { Frames } from './frames.ts';
import { SkippingClock } from '../support/skipping-clock.ts';

/** How a provider of conversations is made over its fake. */
export interface ChatSubject {
  readonly start: () => Promise<FakeProvider>;
  readonly create: (options: {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly http: HttpClient;
    readonly clock: SkippingClock;
  }) => ListedProvider;
  readonly model: string;
  /** Whether it obeys `temperature` for the model. */
  readonly isSampled: boolean;
  /** How it calls tools; when it is told to by default. */
  readonly calls?: 'unforced' | 'never';
  /** Events of its wire; those of chat completions by default. */
  readonly frames?: Frames;
}

/** A provider over its running fake. */
export interface Scene extends AsyncDisposable {
  readonly fake: FakeProvider;
  readonly provider: ListedProvider;
  /** Sends a body of POST /chat/completions, and returns all parts, each checked. */
  parts(body: object, signal?: AbortSignal): Promise<readonly ChatPart[]>;
  /** The same, put together. */
  ask(body: object): Promise<ChatResult>;
  /** The body that the provider sent last. */
  sent(): Readonly<Record<string, unknown>>;
}

/** Starts the fake of a subject, and the provider over it. */
export async function sceneOf({ start, create, model }: ChatSubject): Promise<Scene> {
  const fake = await start();
  const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
  const { baseUrl, apiKey } = fake;
  const provider = create({ baseUrl, apiKey, http, clock: new SkippingClock() });
  async function parts(body: object, signal = new AbortController().signal) {
    const answer = await provider.chat?.answer(jobOf(model, body), contextOf(signal));
    if (answer === undefined) throw new Error('no parts');
    const check = createPartCheck(provider.chat?.endpoint(model)?.issuer ?? '');
    const all: ChatPart[] = [];
    for await (const step of answer.steps) all.push(...step.map((part) => check.check(part)));
    check.end();
    return all;
  }
  return {
    fake,
    provider,
    parts,
    ask: async (body) => collectAnswer(oneStep(await parts(body))),
    sent: () => fake.requests.at(-1)?.request.json() ?? {},
    async [Symbol.asyncDispose]() {
      await http.close();
      await fake[Symbol.asyncDispose]();
    },
  };
}

async function* oneStep(parts: readonly ChatPart[]) {
  yield parts;
}

/** What an attempt needs. */
export function contextOf(signal = new AbortController().signal) {
  return { signal, dispatched() {}, progress() {}, hold: () => undefined };
}

/** A job for a body that fits the schema. */
export function jobOf(model: string, body: object): ChatJob {
  // The tests write bodies that fit.
  const whole = { model, ...body } as Parameters<typeof readChatCompletion>[0];
  const read = readChatCompletion(whole);
  if (!('request' in read)) throw new Error(JSON.stringify(read));
  return { request: read.request, options: {}, user: undefined };
}
