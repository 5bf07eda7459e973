import { ProviderFailure, type ImageEvent, type ImageJob } from '@model-gateway/core';
import type { JsonAnswer } from '../shared/provider-request.ts';
import type { FailureRule } from '../shared/failure-rules.ts';
import { countOf, fieldsOf, textOf, type Fields } from '../shared/fields.ts';
import { Base64Of } from '../shared/json-body.ts';
import { readImage } from '../shared/read-image.ts';

/** Returns the body of `generateContent` for a job; `output` joins its `imageConfig`. */
export function geminiRequest(job: ImageJob, output: object = {}): object {
  const { safetySettings, thinkingConfig, ...others } = job.options;
  const images = job.references.map((image) => ({
    inlineData: { mimeType: image.mediaType, data: new Base64Of(image) },
  }));
  return {
    contents: [{ role: 'user', parts: [{ text: job.prompt }, ...images] }],
    safetySettings,
    generationConfig: {
      responseModalities: ['IMAGE'],
      imageConfig: { ...others, aspectRatio: job.aspectRatio, imageSize: job.tier, ...output },
      thinkingConfig,
      seed: job.seed,
    },
  };
}

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

/** What Google's errors mean beyond their status. */
export const GEMINI_FAILURES: readonly FailureRule[] = [
  { status: [400], code: /api_key_invalid|failed_precondition/, is: 'credential' },
  { status: [400], message: /api.?key/i, is: 'credential' },
  { status: [504], is: 'timeout' },
];
