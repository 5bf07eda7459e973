import type { ChatEndpoint, ChatParameter } from '../../ports/chat-provider.ts';
import type { ChatRequest, Sampling } from '../../ports/conversation.ts';

/** A request without the parameters that an endpoint does not have. */
interface FittedSampling {
  readonly sampling: Sampling;
  readonly parallelCalls?: boolean;
  /** Names of those that were given and left out. */
  readonly ignored: readonly string[];
}

/** What only tunes an answer, by the parameter that an endpoint lists. */
const TUNING: Readonly<Record<Exclude<keyof Sampling, 'logprobs' | 'topLogprobs'>, ChatParameter>> =
  {
    temperature: 'temperature',
    topP: 'top_p',
    topK: 'top_k',
    minP: 'min_p',
    topA: 'top_a',
    frequencyPenalty: 'frequency_penalty',
    presencePenalty: 'presence_penalty',
    repetitionPenalty: 'repetition_penalty',
    seed: 'seed',
    logitBias: 'logit_bias',
  };

/** The names of a table are its keys. */
const TUNING_NAMES = Object.keys(TUNING) as readonly (keyof typeof TUNING)[];

/** Leaves out what an endpoint does not have and only tunes the answer. Source: contract §12.11. */
export function fitSampling(
  { sampling, parallelCalls, tools }: ChatRequest,
  { parameters }: Pick<ChatEndpoint, 'parameters'>,
): FittedSampling {
  const ignored: string[] = [];
  const kept: { -readonly [Name in keyof Sampling]: Sampling[Name] } = { ...sampling };
  for (const name of TUNING_NAMES) {
    if (sampling[name] === undefined || parameters.has(TUNING[name])) continue;
    ignored.push(TUNING[name]);
    delete kept[name];
  }
  if (parallelCalls === undefined) return { sampling: kept, ignored };
  if (parameters.has('parallel_tool_calls')) return { sampling: kept, parallelCalls, ignored };
  // Without tools it says nothing.
  if (tools.length > 0) ignored.push('parallel_tool_calls');
  return { sampling: kept, ignored };
}
