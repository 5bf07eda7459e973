import { JSON_TYPE } from '../http/encode.ts';
import { arrivalsOf } from '../http/arrivals.ts';
import type { AttemptContext } from '../ports/attempt-context.ts';
import { present } from '../present.ts';
import type { GenerationTrace } from '../telemetry/generation-trace.ts';
import type { AttemptLimits } from './attempts/attempt-timer.ts';
import { Answer, type Bill } from './delivery/answer.ts';
import { warningHeader, type Warning } from './delivery/header-text.ts';
import type { Kind } from './infer.ts';
import type { Routable } from './routing/preferences.ts';
import type { ConversationOptions } from './service.ts';

/** Times of contract §17.4. Between two calls the first byte is as long in coming. */
const LIMITS: AttemptLimits = {
  connectMs: 5000,
  firstByteMs: 60_000,
  idleMs: 60_000,
  firstOutputMs: Infinity,
  betweenOutputsMs: Infinity,
  wholeMs: 300_000,
};
const BUDGET_MS = 600_000;

/** What of an answer only its own kind knows. */
export interface WholeAnswer {
  readonly bill: Bill;
  readonly warnings: readonly Warning[];
  /** Returns the JSON. */
  write(facts: WrittenFacts): Uint8Array[];
  /** Called when the JSON has left, by an adapter that can tell. */
  readonly onSent?: (() => void) | undefined;
}

/** What an answer tells of itself. */
export interface WrittenFacts {
  readonly id: string;
  readonly model: string;
  readonly provider: string;
}

/** How inference is done whose answers never come piece by piece. */
export interface WholeRules<Candidate extends Routable, Step> {
  readonly inputPath: string;
  readonly options: Pick<ConversationOptions, 'connectMs' | 'firstByteMs' | 'wholeMs'>;
  readonly trace: GenerationTrace | undefined;
  /** Returns the calls that the answer takes, to be made one after the other. */
  calls(candidate: Candidate, context: AttemptContext): Iterable<() => Promise<Step>>;
  answer(candidate: Candidate, steps: readonly Step[]): WholeAnswer;
}

/** Returns how a request is served whose answer comes at once. A step is the answer to one call. */
export function wholeKind<Candidate extends Routable, Step>(
  rules: WholeRules<Candidate, Step>,
): Kind<Candidate, Step> {
  const { connectMs, firstByteMs, wholeMs } = rules.options;
  const limits = { ...LIMITS, ...present({ connectMs, firstByteMs, wholeMs }) };
  return {
    inputPath: rules.inputPath,
    budgetMs: BUDGET_MS,
    limits: () => limits,
    start: (candidate, context) => arrivalsOf(made(rules.calls(candidate, context))),
    // It has responded when all calls have; the end is a response, too.
    response: () => () => false,
    isOutput: () => true,
    async deliver({ candidate, steps }, context) {
      const all: Step[] = [];
      for await (const step of steps) all.push(step);
      const { bill, warnings, write, onSent } = rules.answer(candidate, all);
      const served = { served: candidate, idPrefix: 'gen', isStream: false, bill: () => bill };
      const answer = new Answer(served, context);
      rules.trace?.output();
      const { id } = answer;
      const parts = write({ id, model: candidate.model, provider: candidate.provider.name });
      const sent = onSent && reporting(onSent, context.report);
      const body = { kind: 'bytes', parts, contentType: JSON_TYPE, onSent: sent } as const;
      return answer.whole(body, warningHeader(warnings));
    },
  };
}

/** An adapter calls it from within a socket, where an error would end the process. */
function reporting(listener: () => void, report: (error: unknown) => void): () => void {
  return () => {
    try {
      listener();
    } catch (error) {
      report(error);
    }
  };
}

async function* made<Step>(calls: Iterable<() => Promise<Step>>): AsyncGenerator<Step, void> {
  for (const call of calls) yield await call();
}
