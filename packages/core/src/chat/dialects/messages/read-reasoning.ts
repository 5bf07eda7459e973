import type { ReasoningRequest } from '../../../ports/conversation.ts';
import type { MessageRequest } from '../../../resources/message-request.ts';
import { given } from '../members.ts';

type Body = Pick<MessageRequest, 'thinking' | 'output_config'>;

/** Reads how much to reason, and whether the client wants to see it. Source: contract §13.1. */
export function readReasoning({
  thinking,
  output_config: output,
}: Body): ReasoningRequest | undefined {
  const effort = output?.effort;
  if (!thinking) return effort ? { effort } : undefined;
  // A model that cannot do without thinks between tools where it is switched off.
  if (thinking.type === 'disabled' || thinking.type === 'between_tools')
    return { isEnabled: false };
  const maxTokens = thinking.type === 'enabled' ? thinking.budget_tokens : undefined;
  const shown =
    thinking.display === 'omitted' ? ({ isHidden: true } as const) : ({ summary: 'auto' } as const);
  return { isEnabled: true, ...given({ effort, maxTokens }), ...shown };
}
