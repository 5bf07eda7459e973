import type { RequestIssue } from '../../../errors.ts';
import type { ChatCompletionRequest } from '../../../resources/chat-completion-request.ts';
import type { ReasoningRequest } from '../../../ports/conversation.ts';
import { issue } from '../issue.ts';
import { given } from '../members.ts';

interface ReadReasoning {
  readonly reasoning: ReasoningRequest | undefined;
  readonly issues: readonly RequestIssue[];
}

type Body = Pick<ChatCompletionRequest, 'reasoning' | 'reasoning_effort' | 'include_reasoning'>;

/** Reads the three places in which clients say how much to reason. Source: contract §12.4. */
export function readReasoning(body: Body): ReadReasoning {
  // Most clients say nothing of it.
  if (body.reasoning == null && body.reasoning_effort == null && body.include_reasoning !== false) {
    return NOTHING_SAID;
  }
  const { effort: long, max_tokens: maxTokens, exclude, enabled, summary } = body.reasoning ?? {};
  const short = body.reasoning_effort;
  const issues: RequestIssue[] = [];
  if (long != null && short && long !== short) {
    issues.push(issue('reasoning_effort', `must be the same as reasoning.effort, ${long}`));
  }
  const effort = long ?? short;
  if (effort != null && typeof maxTokens === 'number') {
    issues.push(
      issue('reasoning.max_tokens', 'cannot be combined with an effort; send one of them'),
    );
  }
  const isHidden = exclude ?? (body.include_reasoning === false ? true : undefined);
  const reasoning = given({ effort, maxTokens, isEnabled: enabled, isHidden, summary });
  return { reasoning: Object.keys(reasoning).length === 0 ? undefined : reasoning, issues };
}

const NOTHING_SAID: ReadReasoning = { reasoning: undefined, issues: [] };
