import { ProviderFailure, type AttemptContext } from '@model-gateway/core';
import type { ChatAnswer, ChatJob, ChatPart, ChatProvider, Wire } from '@model-gateway/core/chat';
import { failureOfCall, type Unsaid } from '../http/failure-of-call.ts';
import type { FailureRule } from '../http/failure-rules.ts';
import type { ChatCall } from './chat-call.ts';
import type { ChatAbilities, ChatModel, ChatRow, ChatTable } from './chat-model.ts';

/** How a provider continues conversations, as data and one function. */
export interface ChatDefinition<Own = object> {
  readonly wire: Wire;
  readonly models: (options: Own) => ChatTable;
  /** What a model has that is in no table, unless its entry says otherwise. */
  readonly usual?: (options: Own) => Partial<ChatAbilities>;
  /** Where its errors mean something else than the common tables say. */
  readonly failures: (options: Own) => readonly FailureRule[];
  /** Sends a conversation. Throws only `ProviderFailure`. */
  readonly answer: ChatRun<Own>;
  /** Sends it over OpenAI's Responses, where it has them: for models with `api: responses`. */
  readonly responses?: ChatRun<Own>;
}

/** Resolves with the parts of the answer once it was accepted. */
export type ChatRun<Own = object> = (
  job: ChatJob,
  model: ChatRow,
  call: ChatCall,
  options: Own,
) => Promise<AsyncIterable<readonly ChatPart[]>>;

interface FaceParts {
  readonly models: ReadonlyMap<string, ChatModel>;
  readonly run: (
    job: ChatJob,
    model: ChatModel,
    context: AttemptContext,
  ) => Promise<AsyncIterable<readonly ChatPart[]>>;
  readonly unsaid: () => Unsaid;
}

/** Makes the face of a provider that continues conversations. Source: contract §12.8. */
export function chatFace({ models, run, unsaid }: FaceParts): ChatProvider {
  const thrown = (error: unknown, { signal }: AttemptContext) => {
    signal.throwIfAborted();
    return failureOfCall(error, unsaid());
  };
  async function* supervised(
    steps: AsyncIterable<readonly ChatPart[]>,
    context: AttemptContext,
  ): AsyncGenerator<readonly ChatPart[], void> {
    try {
      for await (const parts of steps) {
        context.signal.throwIfAborted();
        yield parts;
      }
    } catch (error) {
      throw thrown(error, context);
    }
  }
  return {
    endpoint: (id) => models.get(id)?.endpoint,
    async answer(job, context): Promise<ChatAnswer> {
      try {
        context.signal.throwIfAborted();
        const model = models.get(job.request.model);
        if (model === undefined) throw new ProviderFailure('model', 'it does not have the model');
        const steps = await run(job, model, context);
        return { lane: 'parts', steps: supervised(steps, context) };
      } catch (error) {
        throw thrown(error, context);
      }
    },
  };
}
