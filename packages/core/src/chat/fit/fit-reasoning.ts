import type { Warning } from '../../inference/delivery/header-text.ts';
import type { ChatEndpoint } from '../../ports/chat-provider.ts';
import type { ReasoningRequest } from '../../ports/conversation.ts';
import { REASONING_EFFORTS } from '../../resources/model.ts';

/** A wish to reason as an endpoint can follow it. */
interface FittedReasoning {
  readonly request: ReasoningRequest | undefined;
  readonly ignored: readonly string[];
  readonly clamped: readonly Warning[];
}

/** A wish that an endpoint must not ignore. */
interface RefusedReasoning {
  readonly path: string;
  readonly sentence: string;
}

/**
 * Fits how much is to be reasoned. An effort that the endpoint does not have becomes the nearest
 * that it has. Source: contract §12.11.
 */
export function fitReasoning(
  wanted: ReasoningRequest | undefined,
  { parameters, reasoning = {} }: Pick<ChatEndpoint, 'parameters' | 'reasoning'>,
): FittedReasoning | RefusedReasoning {
  if (wanted === undefined) return NOTHING_WANTED;
  const { effort, maxTokens, isEnabled } = wanted;
  const isOff = effort === 'none' || isEnabled === false;
  if (!parameters.has('reasoning')) {
    const isAsked = !isOff && (effort ?? maxTokens ?? isEnabled) !== undefined;
    return { request: undefined, ignored: isAsked ? ['reasoning'] : [], clamped: [] };
  }
  if (isOff && reasoning.isMandatory === true) {
    return { path: 'reasoning', sentence: 'cannot be switched off: the model always reasons' };
  }
  const { efforts } = reasoning;
  if (effort === undefined || isOff || efforts === undefined || efforts.includes(effort)) {
    return { request: wanted, ignored: [], clamped: [] };
  }
  const nearest = nearestOf(effort, efforts);
  if (nearest === undefined) return { request: undefined, ignored: ['reasoning'], clamped: [] };
  const clamped = [{ parameter: 'reasoning.effort', note: `clamped:${nearest}` }];
  return { request: { ...wanted, effort: nearest }, ignored: [], clamped };
}

const NOTHING_WANTED: FittedReasoning = { request: undefined, ignored: [], clamped: [] };

type Effort = NonNullable<ReasoningRequest['effort']>;

/** Returns the effort that is nearest in the order of all; the lower one of two. */
function nearestOf(effort: Effort, efforts: readonly Effort[]): Effort | undefined {
  const place = (one: Effort) => REASONING_EFFORTS.indexOf(one);
  const distance = (one: Effort) => Math.abs(place(one) - place(effort));
  return efforts
    .filter((one) => one !== 'none')
    .toSorted((a, b) => distance(a) - distance(b) || place(b) - place(a))[0];
}
