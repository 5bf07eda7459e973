import { ProviderFailure, type ImageEvent } from '@model-gateway/core';
import { classifyError } from '../../http/classify.ts';
import type { FailureRule } from '../../http/failure-rules.ts';
import { fieldsOf } from '../../http/fields.ts';
import { parseCut, type CutJson } from '../../http/payload-json.ts';
import { readImage } from '../../http/read-image.ts';
import { readUsage } from './usage.ts';

/**
 * Reads the events of a buffered answer. Throws the failure of an error in it, and `malformed` when
 * it is not JSON or has no image. Source: contract §8.7.
 */
export function readAnswer(answer: CutJson, rules?: readonly FailureRule[]): readonly ImageEvent[] {
  const fields = fieldsOf(parseCut(answer));
  if (fields['error'] != null) throw classifyError(fields, rules);
  const { data } = fields;
  if (!Array.isArray(data) || data.length === 0) {
    throw new ProviderFailure('malformed', 'it answered without an image');
  }
  const images = data.map((element: unknown, index): ImageEvent => {
    return { type: 'image', index, ...readImage(fieldsOf(element), answer.payloads) };
  });
  const usage = readUsage(fields['usage']);
  return [...images, ...(usage === undefined ? [] : [usage])];
}
