import type { Pricing } from '@model-gateway/core';
import type {
  ChatEndpoint,
  ChatInput,
  ChatLimits,
  ChatParameter,
  ChatReasoning,
} from '@model-gateway/core/chat';
import type { RowFacts } from '../options/model-table.ts';

/** An interface beside the usual one of a provider: OpenAI's Responses, or Anthropic's Messages. */
export type OtherApi = 'responses' | 'messages';

/** What an interface decides for all models that are asked over it. */
export type ChatTraits = Pick<ChatEndpoint, 'cacheMarks' | 'names' | 'fetches' | 'modelImages'>;

/** What a language model can do and what it costs. */
export interface ChatAbilities {
  /** The interface that it is asked over: the provider's usual one by default. */
  readonly api?: 'chat' | OtherApi;
  /** The most tokens of a request and its answer together. */
  readonly context: number;
  /** The most tokens of an answer. */
  readonly maxOutput: number;
  readonly inputs: readonly ChatInput[];
  readonly parameters: readonly ChatParameter[];
  /** USD per token, by the names of contract §8.5. */
  readonly pricing: Pricing;
  readonly reasoning?: ChatReasoning;
  /** Beta features that clients may ask for, where it speaks `anthropic-messages`; none by default. */
  readonly betas?: readonly string[];
  /** The most texts of `stop`; without a limit by default. */
  readonly maxStops?: number;
  /** Keys of `provider.options.<slug>` that are passed on; none by default. */
  readonly passthrough?: readonly string[];
  /** Replace the gateway's times, in milliseconds. Source: contract §12.9. */
  readonly limits?: Partial<ChatLimits>;
  /**
   * `drain` to read to its end what a client left behind, where the provider bills it anyway; `abort`
   * by default. Source: contract §12.9.
   */
  readonly onClientLeft?: 'abort' | 'drain';
}

/** What a module knows about one language model. Data, with its source. */
export interface ChatRow extends RowFacts, ChatAbilities {}

/** The language models that a provider knows, by model id. */
export type ChatTable = Readonly<Record<string, ChatRow>>;

/** A language model as the user of a provider configures it; the rest comes from the table. */
export interface ChatEntry extends Partial<ChatAbilities> {
  /** The model of the table to inherit from, if that is not the one of this id. */
  readonly like?: string;
  /** The provider's name of the model: a deployment, a fine-tuned model. */
  readonly upstream?: string;
  readonly name?: string;
}
