import type { ChatResult } from '../collect-answer.ts';
import { healJson } from './heal-json.ts';

/** The plugin, as a warning names it. */
export const HEALING = { parameter: 'plugins.response-healing' } as const;

/**
 * Returns an answer whose texts are JSON, where mending makes them so; undefined where it changes
 * nothing. One that was cut off stays as it is: what is missing is not known. Source: contract §12.15.
 */
export function healed(result: ChatResult): ChatResult | undefined {
  if (result.finish?.reason !== 'stop') return undefined;
  let isChanged = false;
  const blocks = result.blocks.map((block) => {
    const text = block.type === 'text' ? healJson(block.text) : undefined;
    if (text === undefined) return block;
    isChanged = true;
    return { ...block, text };
  });
  return isChanged ? { ...result, blocks } : undefined;
}
