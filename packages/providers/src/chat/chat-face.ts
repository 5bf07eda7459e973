import { ProviderFailure, type AttemptContext } from '@model-gateway/core';
import type {
  ChatAnswer,
  ChatEndpoint,
  ChatJob,
  ChatPart,
  ChatProvider,
  Wire,
} from '@model-gateway/core/chat';
import { Arrivals, arrivalsOf } from '@model-gateway/core/http';
import { failureOfCall, type Unsaid } from '../http/failure-of-call.ts';
import type { FailureRule } from '../http/failure-rules.ts';
import type { DatedModels } from '../options/dated-models.ts';
import type { ChatCall } from './chat-call.ts';
import type { ChatAbilities, ChatRow, ChatTable, ChatTraits, OtherApi } from './chat-model.ts';
import type { ChatModel } from './chat-models.ts';

/** How models are asked over one interface of a provider. */
export interface ChatInterface<Own = object> {
  readonly wire: Wire;
  /** Where its errors mean something else than the common tables say. */
  readonly failures: (options: Own) => readonly FailureRule[];
  /** Sends a conversation. Throws only `ProviderFailure`. */
  readonly answer: ChatRun<Own>;
  /** Counts the tokens of a conversation, where it has an interface for that. */
  readonly countTokens?: ChatCount<Own>;
  /** What its endpoints say of themselves beside what their models do. */
  readonly traits?: (options: Own) => ChatTraits;
  /**
   * Whether what one model sealed is unreadable to another of its models; by default all of a
   * provider's models of one wire are one issuer.
   */
  readonly sealsByModel?: boolean;
}

/** How a provider continues conversations, as data and one function: its usual interface first. */
export interface ChatDefinition<Own = object> extends ChatInterface<Own> {
  readonly models: (options: Own) => ChatTable;
  /** What a model has that is in no table, unless its entry says otherwise. */
  readonly usual?: (options: Own) => Partial<ChatAbilities>;
  /** Its other interfaces, by `api` of the models that are asked over them. */
  readonly apis?: Readonly<Partial<Record<OtherApi, ChatInterface<Own>>>>;
}

/** Resolves with the parts of the answer once it was accepted. */
export type ChatRun<Own = object> = (
  job: ChatJob,
  model: ChatRow,
  call: ChatCall,
  options: Own,
) => Promise<AsyncIterable<readonly ChatPart[]>>;

/** Resolves with the tokens of the input. */
export type ChatCount<Own = object> = (
  job: ChatJob,
  model: ChatRow,
  call: ChatCall,
  options: Own,
) => Promise<number>;

interface FaceParts {
  readonly models: Pick<DatedModels<ChatRow, ChatEndpoint>, 'get'>;
  readonly callOf: (model: ChatModel, context: AttemptContext) => ChatCall;
  readonly run: (
    job: ChatJob,
    model: ChatModel,
    call: ChatCall,
  ) => Promise<AsyncIterable<readonly ChatPart[]>>;
  /** Undefined where no interface of it counts. */
  readonly count: ((job: ChatJob, model: ChatModel, call: ChatCall) => Promise<number>) | undefined;
  readonly unsaid: (context: AttemptContext) => Unsaid;
}

/** Makes the face of a provider that continues conversations. Source: contract §12.8. */
export function chatFace({ models, callOf, run, count, unsaid }: FaceParts): ChatProvider {
  const thrown = (error: unknown, context: AttemptContext) => {
    context.signal.throwIfAborted();
    return failureOfCall(error, unsaid(context));
  };
  const modelOf = ({ request }: ChatJob) => {
    const model = models.get(request.model);
    if (model === undefined) throw new ProviderFailure('model', 'it does not have the model');
    return model;
  };
  return {
    endpoint: (id) => models.get(id)?.endpoint,
    async answer(job, context): Promise<ChatAnswer> {
      try {
        context.signal.throwIfAborted();
        const model = modelOf(job);
        const call = callOf(model, context);
        const supervised = new Supervised(await run(job, model, call), (error) =>
          thrown(error, context),
        );
        return { steps: supervised, warnings: call.warnings };
      } catch (error) {
        throw thrown(error, context);
      }
    },
    ...(count !== undefined && {
      async countTokens(job, { signal }) {
        const context = { signal, dispatched() {}, progress() {}, hold: () => undefined };
        try {
          signal.throwIfAborted();
          const model = modelOf(job);
          return await count(job, model, callOf(model, context));
        } catch (error) {
          throw thrown(error, context);
        }
      },
    }),
  };
}

/** The same steps, with what ends them early as the failure that it is. */
class Supervised extends Arrivals<readonly ChatPart[]> {
  readonly #steps: Arrivals<readonly ChatPart[]>;
  readonly #thrown: (error: unknown) => unknown;

  constructor(steps: AsyncIterable<readonly ChatPart[]>, thrown: (error: unknown) => unknown) {
    super();
    this.#steps = arrivalsOf(steps);
    this.#thrown = thrown;
  }

  take(): IteratorResult<readonly ChatPart[], undefined> | undefined {
    try {
      return this.#steps.take();
    } catch (error) {
      throw this.#thrown(error);
    }
  }

  whenReady(listener: () => void): void {
    this.#steps.whenReady(listener);
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    return this.#steps.return();
  }
}
