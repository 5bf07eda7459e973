import { didYouMean, quoteValue } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import type { Conversation } from './conversation.ts';

/** An error of a provider, by its status or its name. */
export type FailureChoice = number | FailureName;

/** What an error answers with. */
export interface Failure {
  readonly status: number;
  readonly message?: string;
  /** Of the error's metadata. */
  readonly type?: string;
  /**
   * What the provider behind each dialect says, with `{model}` for the model; of embeddings where it
   * is not what is said of chat completions.
   */
  readonly says?: Readonly<Record<Conversation['dialect'], string>> & {
    readonly embeddings?: string;
  };
}

/** Names for errors of providers, with the words of OpenAI and Anthropic as clients search them. */
export const FAILURES = {
  overloaded: {
    status: 529,
    says: {
      openai: 'The engine is currently overloaded, please try again later',
      anthropic: 'Overloaded',
      responses: 'Our servers are currently overloaded. Please try again later.',
    },
  },
  'rate-limit': {
    status: 429,
    says: {
      openai: 'Rate limit reached for {model}. Please try again later.',
      anthropic:
        "This request would exceed your organization's rate limit. Please try again later.",
      responses: 'Rate limit reached for {model}. Please try again later.',
    },
  },
  'out-of-credits': {
    status: 402,
    says: {
      openai: 'You exceeded your current quota, please check your plan and billing details.',
      anthropic: 'Your credit balance is too low to access the Anthropic API.',
      responses: 'You exceeded your current quota, please check your plan and billing details.',
    },
  },
  'invalid-key': {
    status: 401,
    says: {
      openai: 'Incorrect API key provided.',
      anthropic: 'invalid x-api-key',
      responses: 'Incorrect API key provided.',
    },
  },
  'context-too-long': {
    status: 400,
    message: "Invalid request parameters: messages are longer than the model's context",
    type: 'context_length_exceeded',
    says: {
      openai:
        "This model's maximum context length is 200000 tokens. However, your messages resulted in 200001 tokens. Please reduce the length of the messages.",
      embeddings:
        "This model's maximum context length is 8192 tokens, however you requested 8193 tokens (8193 in your prompt; 0 for the completion). Please reduce your prompt; or completion length.",
      anthropic: 'prompt is too long: 200001 tokens > 200000 maximum',
      responses:
        'Your input exceeds the context window of this model. Please adjust your input and try again.',
    },
  },
  'content-filter': {
    status: 400,
    message: 'The request was refused by the content policy of the provider',
    type: 'content_policy_violation',
    says: {
      openai: 'Your request was rejected as a result of our safety system.',
      anthropic: 'Output blocked by content filtering policy',
      responses: 'Your request was rejected as a result of our safety system.',
    },
  },
  'unknown-model': {
    status: 404,
    message: 'Model not found',
    says: {
      openai: 'The model `{model}` does not exist or you do not have access to it.',
      anthropic: 'model: {model}',
      responses: 'The model `{model}` does not exist or you do not have access to it.',
    },
  },
  'too-large': {
    status: 413,
    says: {
      openai: 'Request too large for {model}.',
      anthropic: 'Request exceeds the maximum size',
      responses: 'Request too large for {model}.',
    },
  },
} as const satisfies Readonly<Record<string, Failure>>;

/** The name of an error of a provider. */
export type FailureName = keyof typeof FAILURES;

const DIALECTS: Readonly<Record<string, Conversation['dialect']>> = {
  createChatCompletion: 'openai',
  createMessage: 'anthropic',
  countMessageTokens: 'anthropic',
  createResponse: 'responses',
  createEmbeddings: 'openai',
};

/** Returns what an error says to a request of an operation; undefined for the gateway's own words. */
export function messageOf(
  { message, says }: Failure,
  operation: string,
  body: unknown,
): string | undefined {
  const dialect = Object.hasOwn(DIALECTS, operation) ? DIALECTS[operation] : undefined;
  if (says === undefined || dialect === undefined) return message;
  const model = typeof body === 'object' && body !== null && 'model' in body ? body.model : '';
  const { [dialect]: words, embeddings = words } = says;
  return (operation === 'createEmbeddings' ? embeddings : words).replaceAll(
    '{model}',
    String(model),
  );
}

/** Returns what an error answers with. Throws GW1206 for an unknown name or a status of no error. */
export function failureNamed(choice: FailureChoice): Failure {
  const known: Readonly<Record<string, Failure>> = FAILURES;
  const found = Object.hasOwn(known, choice) ? known[choice] : undefined;
  if (found !== undefined) return found;
  const status = Number.isInteger(choice) ? Number(choice) : 0;
  if (typeof choice === 'number' && status >= 400 && status <= 599) return { status };
  const names = Object.keys(FAILURES);
  const instead =
    typeof choice === 'string'
      ? `or name it: ${names.join(', ')}${didYouMean(choice, names)}`
      : 'for other answers use reply()';
  throw diagnostic(
    'GW1206',
    `the status of a failure must be 400 to 599, got ${quoteValue(choice)}; ${instead}`,
  );
}
