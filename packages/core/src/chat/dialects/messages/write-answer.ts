import type { JsonObject } from '../../../json-value.ts';
import { present } from '../../../present.ts';
import type { ChatResult } from '../../collect-answer.ts';
import type { AnswerFacts } from '../answer-facts.ts';
import type { WrittenUsage } from '../written-usage.ts';
import { writeBlock } from './write-blocks.ts';
import { writeStop } from './write-stop.ts';
import { writeUsage } from './write-usage.ts';

/** Writes a whole answer as the JSON of messages. Source: contract §13.2. */
export function writeMessage(
  { blocks, finish }: ChatResult,
  facts: AnswerFacts,
  usage: WrittenUsage,
): JsonObject {
  const refusals = blocks.flatMap((block) => (block.type === 'refusal' ? [block.text] : []));
  return {
    ...messageHead(facts),
    content: blocks.flatMap(writeBlock),
    ...writeStop(finish, refusals.length === 0 ? undefined : refusals.join('')),
    usage: writeUsage(usage),
    ...facts.routing?.(),
  };
}

/** Writes what an answer and the beginning of a stream have in common. */
export function messageHead({ id, model, provider }: AnswerFacts): JsonObject {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    container: null,
    diagnostics: null,
    ...present({ provider }),
  };
}
