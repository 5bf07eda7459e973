import type { ImageJob } from '@model-gateway/core';
import { Base64Of } from '../../http/json-body.ts';

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
