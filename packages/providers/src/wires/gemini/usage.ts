import type { ChatUsage } from '@model-gateway/core/chat';
import { present } from '@model-gateway/core/kit';
import { countOf, fieldsOf, type Fields } from '../../http/fields.ts';

/** Gathers the counts of one answer: a frame may leave out what an earlier one told. */
export class GeminiUsage {
  /** Known members only: what else a server tells would add up. */
  readonly #told: Record<string, unknown> = {};

  /** Returns all counts as they are after these; undefined while none is known. */
  add(metadata: unknown): ChatUsage | undefined {
    const fields = fieldsOf(metadata);
    let isTold = fields['totalTokenCount'] != null;
    for (const name of COUNTS) {
      if (fields[name] == null) continue;
      this.#told[name] = fields[name];
      isTold = true;
    }
    for (const name of DETAILS) {
      // A sum, because all frames are read with it.
      if (fields[name] != null) this.#told[name] = soundIn(fields[name]);
    }
    // A total is of the counts beside it.
    if (isTold) this.#told['totalTokenCount'] = fields['totalTokenCount'];
    return readGeminiUsage(this.#told);
  }
}

const COUNTS = [
  'promptTokenCount',
  'candidatesTokenCount',
  'thoughtsTokenCount',
  'toolUsePromptTokenCount',
  'cachedContentTokenCount',
] as const;
const DETAILS = ['promptTokensDetails', 'cacheTokensDetails'] as const;

/**
 * Reads the counts of an answer so far; undefined when it has none. A side that was not counted is
 * not told, so that it is estimated and not free. The prompt contains what a cache
 * had, and not what tools of the provider added. Thoughts are beside the answer, unless the total
 * shows that they are in it.
 */
function readGeminiUsage(fields: Fields): ChatUsage | undefined {
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
  const [inPrompt, inCache] = DETAILS.map((name) => countOf(fields[name]));
  const heard = (inPrompt ?? 0) - (inCache ?? 0);
  return present({
    inputTokens: prompt === undefined ? undefined : input,
    cacheReadTokens: read === undefined ? undefined : Math.min(read, input),
    inputAudioTokens: heard > 0 ? Math.min(heard, input) : undefined,
    outputTokens: answered === undefined && thoughts === undefined ? undefined : output,
    reasoningTokens: thoughts,
  });
}

function soundIn(details: unknown): number {
  const list: readonly Fields[] = [details].flat().map(fieldsOf);
  return countOf(list.find(({ modality }) => modality === 'AUDIO')?.['tokenCount']) ?? 0;
}
