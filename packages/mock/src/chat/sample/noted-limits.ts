import { isJsonObject, type JsonObject } from '@model-gateway/core/kit';

/**
 * Returns what a description says that a schema had before its client sent it. Anthropic's client
 * takes out the limits that Anthropic's structured output does not know, writes them behind the
 * description, `{minimum: 3, maxItems: 5}`, and judges the answer by them. Source:
 * `lib/transform-json-schema` of `@anthropic-ai/sdk`.
 */
export function notedLimits(description: unknown): JsonObject {
  if (typeof description !== 'string' || !description.endsWith('}')) return {};
  const start = description.lastIndexOf('\n\n{');
  const note = start === -1 ? description : description.slice(start + 2);
  try {
    const limits: unknown = JSON.parse(note.replaceAll(/(^\{|, )([$\w]+): /g, '$1"$2": '));
    return isJsonObject(limits) ? limits : {};
  } catch {
    return {}; // braces of someone's prose
  }
}
