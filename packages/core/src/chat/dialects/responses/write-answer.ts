import type { JsonObject } from '../../../json-value.ts';
import type { ChatResult } from '../../collect-answer.ts';
import type { AnswerFacts } from '../answer-facts.ts';
import type { WrittenUsage } from '../written-usage.ts';
import { endOf, headOf, namesIn } from './response-body.ts';
import { sealOfCall } from './seal-of-call.ts';
import { ItemWriter, withOwnAnnotations } from './write-items.ts';
import { writeUsage } from './write-usage.ts';

/** Writes a whole answer as a response. Source: contract §14.2. */
export function writeResponse(
  { blocks, finish }: ChatResult,
  facts: AnswerFacts,
  usage: WrittenUsage,
): JsonObject {
  const items = new ItemWriter(facts.id, namesIn(facts));
  const { status, ...end } = endOf(finish?.reason ?? 'length');
  const output: JsonObject[] = [];
  let length = 0;
  for (const [place, answered] of blocks.entries()) {
    const block = withOwnAnnotations(answered, length);
    if (block.type === 'text') length += block.text.length;
    const isLast = status === 'incomplete' && place === blocks.length - 1;
    // A call that is whole can be run, whatever was to follow it.
    const isCut = block.type === 'call' ? block.isCut === true : isLast;
    const item = items.itemOf(block, output.length, isCut ? 'incomplete' : 'completed');
    if (item === undefined) continue;
    output.push(item);
    if (block.type === 'call' && block.sealed !== undefined) {
      const seal = items.itemOf(sealOfCall(block.id, block.sealed), output.length, 'completed');
      if (seal !== undefined) output.push(seal);
    }
  }
  return {
    ...headOf(facts),
    status,
    ...end,
    completed_at: status === 'completed' ? (facts.now?.() ?? facts.created) : null,
    error: null,
    output,
    usage: writeUsage(usage),
    ...facts.routing?.(),
  };
}
