import type { ChatParameter } from '../ports/chat-provider.ts';
import type { Model } from '../resources/model.ts';

type Name = Model['supported_parameters'][number];

/** What every endpoint of conversations obeys. */
const ALWAYS: readonly Name[] = ['max_tokens', 'max_completion_tokens'];

/** What else a client may call a parameter, or may send beside it. */
const NAMES: Readonly<Partial<Record<ChatParameter, readonly Name[]>>> = {
  logprobs: ['logprobs', 'top_logprobs'],
  reasoning: ['reasoning', 'reasoning_effort', 'include_reasoning'],
};

/** Returns what clients may send to an endpoint with these parameters, by its name for them. */
export function parameterNames(parameters: Iterable<ChatParameter>): Name[] {
  return [...ALWAYS, ...[...parameters].flatMap((parameter) => NAMES[parameter] ?? [parameter])];
}
