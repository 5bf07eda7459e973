import { AnswerCollector, type ChatPart, type ChatResult } from '@model-gateway/core/chat';

/** The whole answer that these are parts of. */
export function collected(parts: readonly ChatPart[]): ChatResult {
  const collector = new AnswerCollector();
  for (const part of parts) collector.add(part);
  return collector.result();
}
