import type { AttemptContext } from '../../ports/attempt-context.ts';
import type { ChatPart } from '../../ports/chat-parts.ts';
import type { ChatAnswer, ChatJob, ChatProvider } from '../../ports/chat-provider.ts';
import { ProviderFailure } from '../../ports/provider-failure.ts';
import { createPartCheck } from '../part-check.ts';
import { payloadBytes } from '../money/payload.ts';

/** The parts that one read of the network gave; none for a sign of life. */
export type ChatStep = readonly ChatPart[];

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

export interface CheckedStepsOptions {
  readonly job: ChatJob;
  /** The endpoint that answers. */
  readonly issuer: string;
  /** Called once, with what the provider says of its answer before the steps. */
  readonly onAnswer: (answer: ChatAnswer) => void;
}

/**
 * Returns the steps of a provider's answer as they may be passed on, up to `done`; throws
 * `malformed` for parts that break the grammar, and `cut-off` for an end before it. Source: contract
 * §12.2.
 */
export function checkedSteps(
  provider: ChatProvider,
  { job, issuer, onAnswer }: CheckedStepsOptions,
  context: AttemptContext,
): AsyncIterator<ChatStep, undefined> {
  const check = createPartCheck(issuer);
  let source: AsyncIterator<ChatStep, unknown> | undefined;
  let isDone = false;

  const begin = async () => {
    const answer = await provider.answer(job, context);
    context.dispatched();
    if (answer.lane !== 'parts') {
      throw new ProviderFailure('malformed', 'the provider sent bytes where parts were asked for');
    }
    onAnswer(answer);
    const begun = answer.steps[Symbol.asyncIterator]();
    // It was left meanwhile, when there were no steps to end.
    if (context.signal.aborted) await begun.return?.();
    return begun;
  };
  return {
    async next() {
      if (isDone) return DONE;
      source ??= await begin();
      const result = await source.next();
      if (result.done === true) {
        isDone = true;
        check.end();
        return DONE;
      }
      const parts = result.value.map((part) => check.check(part));
      isDone = parts.at(-1)?.type === 'done';
      // A stream goes out as it comes.
      const waits = job.request.stream ? undefined : context.hold(payloadBytes(parts));
      if (waits !== undefined) await waits;
      return { done: false, value: parts };
    },
    async return() {
      isDone = true;
      await source?.return?.();
      return DONE;
    },
  };
}
