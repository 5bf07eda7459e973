import { ProviderFailure, type ImageEvent } from '@model-gateway/core';
import type { JsonAnswer } from '../../http/provider-request.ts';
import { countOf, fieldsOf, textOf, type Fields } from '../../http/fields.ts';
import { readImage } from '../../http/read-image.ts';

/** Why there may be no image although the request was allowed; every other reason is a refusal. */
const NOT_REFUSED = new Set([
  '',
  'FINISH_REASON_UNSPECIFIED',
  'STOP',
  'MAX_TOKENS',
  'NO_IMAGE',
  'IMAGE_OTHER',
  'OTHER',
  'MALFORMED_RESPONSE',
]);

/**
 * Yields the image of an answer. Throws `policy` for a refusal, which comes with status 200. Drafts
 * among the thoughts are not results.
 */
export function* geminiEvents({ fields, payloads }: JsonAnswer): Generator<ImageEvent, void> {
  const { blockReason } = fieldsOf(fields['promptFeedback']);
  if (blockReason !== undefined) throw refused();
  const candidate = fieldsOf([fields['candidates']].flat()[0]);
  const parts = [fieldsOf(candidate['content'])['parts']].flat().map(fieldsOf);
  const part = parts.find(
    ({ inlineData, thought }) => inlineData !== undefined && thought !== true,
  );
  if (part === undefined) {
    if (!NOT_REFUSED.has(textOf(candidate['finishReason']) ?? '')) throw refused();
    throw new ProviderFailure('malformed', 'it answered without an image');
  }
  const image = readImage(fieldsOf(part['inlineData']), payloads, 'data');
  yield { type: 'image', index: 0, ...image };
  const usage = usageOf(fieldsOf(fields['usageMetadata']));
  if (usage !== undefined) yield usage;
}

function refused(): ProviderFailure {
  return new ProviderFailure('policy', 'its content policy does not allow this');
}

function usageOf(metadata: Fields): ImageEvent | undefined {
  const promptTokens = countOf(metadata['promptTokenCount']);
  const answered = countOf(metadata['candidatesTokenCount']);
  if (promptTokens === undefined || answered === undefined) return undefined;
  const thoughts = countOf(metadata['thoughtsTokenCount']) ?? 0;
  const details = [metadata['candidatesTokensDetails']].flat().map(fieldsOf);
  const text = details.find(({ modality }) => modality === 'TEXT')?.['tokenCount'];
  return {
    type: 'usage',
    promptTokens,
    completionTokens: answered + thoughts,
    completionTextTokens: (countOf(text) ?? 0) + thoughts,
  };
}
