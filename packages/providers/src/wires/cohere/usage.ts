import type { ChatUsage } from '@model-gateway/core/chat';
import { present } from '@model-gateway/core/kit';
import { countOf, fieldsOf } from '../../http/fields.ts';

/**
 * Reads the counts of an answer, undefined when it has none: those that are billed, which leave out
 * what the interface adds to a prompt, else all.
 */
export function readCohereUsage(usage: unknown): ChatUsage | undefined {
  const { billed_units: billed, tokens, cached_tokens: cached } = fieldsOf(usage);
  const of = (name: string) => countOf(fieldsOf(billed)[name]) ?? countOf(fieldsOf(tokens)[name]);
  const [input, output] = [of('input_tokens'), of('output_tokens')];
  if (input === undefined && output === undefined) return undefined;
  const read = countOf(cached);
  return present({
    inputTokens: input,
    cacheReadTokens: read === undefined || input === undefined ? undefined : Math.min(read, input),
    outputTokens: output,
  });
}
