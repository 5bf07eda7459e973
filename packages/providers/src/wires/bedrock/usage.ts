import type { ChatUsage } from '@model-gateway/core/chat';
import { present } from '@model-gateway/core/kit';
import { countOf, fieldsOf } from '../../http/fields.ts';

/** Reads the counts of an answer, whose input is told without what the cache has; undefined without. */
export function readConverseUsage(usage: unknown): ChatUsage | undefined {
  const fields = fieldsOf(usage);
  const [fresh, output] = [countOf(fields['inputTokens']), countOf(fields['outputTokens'])];
  if (fresh === undefined && output === undefined) return undefined;
  const read = countOf(fields['cacheReadInputTokens']);
  const written = countOf(fields['cacheWriteInputTokens']);
  const details: readonly unknown[] = Array.isArray(fields['cacheDetails'])
    ? fields['cacheDetails']
    : [];
  const hour = details
    .map(fieldsOf)
    .filter(({ ttl }) => ttl === '1h')
    .reduce((sum, { inputTokens }) => sum + (countOf(inputTokens) ?? 0), 0);
  return present({
    inputTokens: fresh === undefined ? undefined : fresh + (read ?? 0) + (written ?? 0),
    cacheReadTokens: fresh === undefined ? undefined : read,
    cacheWriteTokens: fresh === undefined ? undefined : written,
    cacheWriteHourTokens: hour === 0 ? undefined : Math.min(hour, written ?? 0),
    outputTokens: output,
  });
}
