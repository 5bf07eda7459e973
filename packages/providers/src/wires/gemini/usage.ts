import type { ChatUsage } from '@model-gateway/core/chat';
import { present } from '@model-gateway/core/kit';
import { countOf, fieldsOf, type Fields } from '../../http/fields.ts';

/** Gathers the counts of one answer: a frame may leave out what an earlier one told. */
export class GeminiUsage {
  #told: Fields = {};

  /** Returns all counts as they are after these; undefined while none is known. */
  add(metadata: unknown): ChatUsage | undefined {
    const told = withoutNulls(fieldsOf(metadata));
    // A total is of the counts beside it.
    if (Object.keys(told).length > 0) {
      this.#told = { ...this.#told, totalTokenCount: undefined, ...told };
    }
    return readGeminiUsage(this.#told);
  }
}

/** Counts come with every frame, mostly without a null, and then are not copied. */
function withoutNulls(fields: Fields): Fields {
  if (!Object.values(fields).includes(null)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/**
 * Reads the counts of an answer so far; undefined when it has none. The prompt contains what a cache
 * had, and not what tools of the provider added. Thoughts are beside the answer, unless the total
 * shows that they are in it.
 */
export function readGeminiUsage(metadata: unknown): ChatUsage | undefined {
  const fields = fieldsOf(metadata);
  const prompt = countOf(fields['promptTokenCount']);
  const answered = countOf(fields['candidatesTokenCount']);
  const thoughts = countOf(fields['thoughtsTokenCount']);
  if (prompt === undefined && answered === undefined && thoughts === undefined) return undefined;
  const ofTools = countOf(fields['toolUsePromptTokenCount']) ?? 0;
  const read = countOf(fields['cachedContentTokenCount']);
  const input = (prompt ?? 0) + ofTools;
  const isWithin =
    answered !== undefined &&
    (thoughts ?? 0) <= answered &&
    countOf(fields['totalTokenCount']) === input + answered;
  const output = (answered ?? 0) + (isWithin ? 0 : (thoughts ?? 0));
  // Sound that a cache had is priced as cached.
  const heard = soundIn(fields['promptTokensDetails']) - soundIn(fields['cacheTokensDetails']);
  return present({
    inputTokens: input,
    cacheReadTokens: read === undefined ? undefined : Math.min(read, input),
    inputAudioTokens: heard > 0 ? Math.min(heard, input) : undefined,
    outputTokens: output,
    reasoningTokens: thoughts,
  });
}

function soundIn(details: unknown): number {
  if (details === undefined) return 0;
  const list: readonly Fields[] = [details ?? []].flat().map(fieldsOf);
  return countOf(list.find(({ modality }) => modality === 'AUDIO')?.['tokenCount']) ?? 0;
}
