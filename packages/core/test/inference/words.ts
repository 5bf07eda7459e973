import { arrivalsOf } from '@model-gateway/core/http';
import { createApiKey, createMemoryCreditLedger, type InferenceOptions } from '@model-gateway/core';
import { Answer } from '../../src/inference/delivery/answer.ts';
import { infer, type Kind } from '../../src/inference/infer.ts';
import type { Routable } from '../../src/inference/routing/preferences.ts';
import { createInferenceService } from '../../src/inference/service.ts';
import type { AttemptContext } from '../../src/ports/attempt-context.ts';
import { aClock } from '../builders.ts';

/** What a provider of words does; a step is the words of one read, empty for a ping. */
export type Talk = (context: AttemptContext) => AsyncIterator<readonly string[], unknown>;

export interface Talker extends Routable {
  readonly window: number;
  readonly talk: Talk;
}

/** A kind of inference that knows nothing of images: a dollar a word. */
export function wordsKind(
  changes: Partial<Kind<Talker, readonly string[]>> = {},
): Kind<Talker, readonly string[]> {
  return {
    inputPath: 'messages',
    budgetMs: 1_800_000,
    limits: () => ({
      connectMs: 5000,
      firstByteMs: 60_000,
      idleMs: Infinity,
      firstOutputMs: 300_000,
      betweenOutputsMs: 120_000,
      wholeMs: 1_800_000,
    }),
    start: ({ talk }, context) => arrivalsOf(talk(context)),
    response: () => (words) => words.length > 0,
    isOutput: (words) => words.length > 0,
    mayFollow: (next, failed, failure) => failure !== 'context' || next.window > failed.window,
    async deliver({ candidate: served, steps }, context) {
      let taken = 0;
      const bill = () => ({
        usage: { completionTokens: taken },
        costUsd: taken === 0 ? undefined : String(taken),
      });
      const answer = new Answer({ served, idPrefix: 'gen', isStream: true, bill }, context);
      const chunks = answer.stream(encoded(steps), PING, (chunk) => {
        taken += chunk.toString().split(' ').length - 1;
      });
      const { signal } = chunks;
      const contentType = 'text/plain';
      return {
        status: 200,
        headers: answer.headers,
        body: { kind: 'stream', chunks, contentType, signal },
      };
    },
    ...changes,
  };
}

const PING = Buffer.from('');

/** The words of one read are one chunk. */
async function* encoded(steps: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer, void> {
  for await (const words of steps) yield Buffer.from(words.map((word) => `${word} `).join(''));
}

export const ACCOUNT = 'account-1';

/** Endpoints that may answer, tried in their order. */
export function aTalker(slug: string, talk: Talk, window = 1): Talker {
  return {
    provider: { slug, name: slug },
    model: 'm',
    endpoint: {},
    upperBound: '5',
    window,
    talk,
  };
}

/** Infers words; `ledger` holds ten dollars. */
export function aWordsScene(options: InferenceOptions = {}) {
  const clock = aClock();
  const ledger = createMemoryCreditLedger({ [ACCOUNT]: '10' });
  const errors: unknown[] = [];
  const report = (error: unknown) => void errors.push(error);
  const inference = createInferenceService(
    [],
    { ledger, random: () => 0, ...options },
    clock,
    report,
    (_store, question) => question(),
  );
  return {
    clock,
    ledger,
    errors,
    ask: (
      kind: Kind<Talker, readonly string[]>,
      candidates: readonly Talker[],
      client?: AbortSignal,
    ) =>
      infer(kind, candidates, {
        inference,
        clock,
        report,
        request: { headers: {}, path: '/words', signal: client },
        asked: { caller: undefined, body: {} },
        caller: createApiKey('words', { creditAccountId: ACCOUNT }),
        guardrails: [],
        estimateTokens: () => 0,
        origin: undefined,
        trace: undefined,
      }),
  };
}
