import type { ChatRequest } from '@model-gateway/core/chat';
import { present } from '@model-gateway/core/kit';
import { budgetFor, effortFor, USUAL_ANSWER } from '../common/effort.ts';
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
  const isOn = asked !== 'none';
  if (form === 'enable_thinking') {
    // A switch alone leaves the budget to the model.
    const isSwitch = effort === undefined && maxTokens === undefined;
    const budget = isSwitch ? undefined : budgetFor(reasoning, maxOutputTokens ?? USUAL_ANSWER);
    return present({ enable_thinking: isOn, thinking_budget: isOn ? budget : undefined });
  }
  const thinking = { type: isOn ? 'enabled' : 'disabled' };
  return isOn && form === 'thinking' ? { thinking, reasoning_effort: asked } : { thinking };
}
