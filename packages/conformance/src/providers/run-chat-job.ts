import type { ChatJob, ChatPart, ChatProvider } from '@model-gateway/core/chat';
import { createPartCheck } from '@model-gateway/core/chat';

/** One conversation at a provider, and what the provider reported. */
export interface ChatRun {
  readonly dispatches: number;
  readonly progress: number;
  /** Every part so far, each judged against the grammar. */
  readonly parts: readonly ChatPart[];
  /** The reason that `abort` gives. */
  readonly reason: Error;
  /** Reads one step; false at the end. Rejects for a part that breaks the grammar. */
  next(): Promise<boolean>;
  /** Reads to the end, which has to be that of a whole answer. */
  whole(): Promise<ChatRun>;
  abort(): void;
  /** Stops reading. */
  leave(): Promise<void>;
}

/** Starts a conversation with a context that notes what is reported. */
export function runChatJob(provider: ChatProvider, job: ChatJob): ChatRun {
  const controller = new AbortController();
  const seen = { dispatches: 0, progress: 0 };
  const parts: ChatPart[] = [];
  const reason = new Error('the client left');
  const check = createPartCheck(provider.endpoint(job.request.model)?.issuer ?? '');
  const context = {
    signal: controller.signal,
    dispatched: () => void seen.dispatches++,
    progress: () => void seen.progress++,
    hold: () => undefined,
  };
  let steps: AsyncIterator<readonly ChatPart[], unknown> | undefined;

  async function begin() {
    const answer = await provider.answer(job, context);
    return answer.steps[Symbol.asyncIterator]();
  }
  const run: ChatRun = {
    get dispatches() {
      return seen.dispatches;
    },
    get progress() {
      return seen.progress;
    },
    parts,
    reason,
    async next() {
      steps ??= await begin();
      const { done, value } = await steps.next();
      if (done === true) return false;
      for (const part of value) parts.push(check.check(part));
      return true;
    },
    async whole() {
      while (await run.next());
      check.end();
      return run;
    },
    abort: () => controller.abort(reason),
    async leave() {
      await steps?.return?.();
    },
  };
  return run;
}
