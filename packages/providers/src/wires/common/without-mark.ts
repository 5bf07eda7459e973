import type { ChatRequest } from '@model-gateway/core/chat';
import type { ChatCall } from '../../chat/chat-call.ts';

/**
 * Leaves out the breakpoint of a whole request, and reports it: it means the same in every dialect, and
 * servers that cache by themselves refuse it.
 */
export function withoutMark(request: ChatRequest, call: Pick<ChatCall, 'warn'>): ChatRequest {
  const { cache_control: mark, ...extras } = request.extras;
  if (mark === undefined) return request;
  call.warn('cache_control', 'ignored');
  return { ...request, extras };
}
