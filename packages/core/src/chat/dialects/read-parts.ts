import type { RequestIssue } from '../../errors.ts';
import { isJsonObject, type JsonObject } from '../../json-value.ts';
import type { Block } from '../../ports/conversation.ts';

interface ReadParts {
  readonly blocks: readonly Block[];
  readonly issues: readonly RequestIssue[];
}

/**
 * Reads content that is a text or a list of parts, and has passed its schema; `read` reads a part.
 * Empty text is left out: it says nothing, and some providers refuse it.
 */
export function readParts(
  content: unknown,
  path: string,
  read: (part: JsonObject, path: string) => Block | RequestIssue,
): ReadParts {
  if (typeof content === 'string') return readText(content);
  const blocks: Block[] = [];
  const issues: RequestIssue[] = [];
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  for (const [position, part] of parts.entries()) {
    if (!isJsonObject(part)) continue;
    const at = `${path}[${position}]`;
    const block = read(part, at);
    if ('message' in block) issues.push(block);
    else if (block.type === 'media') blocks.push({ ...block, at });
    else if (block.type !== 'text' || block.text !== '') blocks.push(block);
  }
  return { blocks, issues };
}

/** Reads content that is a text. */
export function readText(text: string): ReadParts {
  return { blocks: text === '' ? [] : [{ type: 'text', text }], issues: NO_ISSUES };
}

const NO_ISSUES: readonly RequestIssue[] = [];
