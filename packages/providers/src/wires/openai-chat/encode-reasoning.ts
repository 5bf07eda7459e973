import type { ChatRequest } from '@model-gateway/core/chat';
import { present } from '@model-gateway/core/kit';
import { effortFor } from '../common/effort.ts';
import type { RequestRules } from './request-rules.ts';

/** Returns the members that say how much to reason. */
export function encodeReasoning(
  { reasoning, maxOutputTokens }: ChatRequest,
  form: RequestRules['reasoning'] = 'reasoning_effort',
): object {
  if (reasoning === undefined) return {};
  const { effort, maxTokens, isEnabled, isHidden, summary } = reasoning;
  if (form === 'reasoning') {
    const members = {
      effort,
      max_tokens: maxTokens,
      enabled: isEnabled,
      exclude: isHidden,
      summary,
    };
    return { reasoning: present(members) };
  }
  const asked = effortFor(reasoning, maxOutputTokens);
  if (form === 'reasoning_effort') return { reasoning_effort: asked };
  if (asked === undefined) return {};
  return asked === 'none'
    ? { thinking: { type: 'disabled' } }
    : { thinking: { type: 'enabled' }, reasoning_effort: asked };
}
