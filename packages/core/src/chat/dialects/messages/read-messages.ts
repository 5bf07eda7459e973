import type { RequestIssue } from '../../../errors.ts';
import type { Warning } from '../../../inference/delivery/header-text.ts';
import { quote } from '../../../input/quote.ts';
import type { Block, ChatMessage } from '../../../ports/conversation.ts';
import type { MessageRequest } from '../../../resources/message-request.ts';
import { issue } from '../issue.ts';
import { extrasOf, wordSet } from '../members.ts';
import { readContent } from './read-content.ts';

interface ReadMessages {
  readonly messages: readonly ChatMessage[];
  readonly issues: readonly RequestIssue[];
  readonly warnings: readonly Warning[];
}

/** Reads the transcript, with the instructions before it as a turn of their own. */
export function readMessages({
  system,
  messages: turns,
}: Pick<MessageRequest, 'system' | 'messages'>): ReadMessages {
  const messages: ChatMessage[] = [];
  const issues: RequestIssue[] = [];
  let hasDropped = false;
  const instructions = readContent(system, 'system').blocks.map(ownNote);
  if (instructions.length > 0) messages.push({ role: 'system', blocks: instructions });
  /** Calls that await their result. */
  const open = new Set<string>();
  for (const [position, turn] of turns.entries()) {
    const path = `messages[${position}]`;
    const read = readContent(turn.content, `${path}.content`);
    issues.push(...read.issues);
    hasDropped ||= read.hasDropped;
    for (const block of read.blocks) {
      if (block.type === 'call') open.add(block.id);
      if (block.type === 'result' && !open.delete(block.id)) issues.push(orphan(path, block.id));
    }
    messages.push({ role: turn.role, blocks: read.blocks, ...extrasOf(turn, KNOWN) });
  }
  const warnings = hasDropped ? [{ parameter: 'messages.thinking', note: 'ignored' }] : [];
  return { messages, issues, warnings };
}

const KNOWN = wordSet('role content');

/**
 * Claude Code begins its instructions with a note for Anthropic's billing that differs from request
 * to request: before all else it would keep others from finding the prompt in their cache.
 */
function ownNote(block: Block): Block {
  if (block.type !== 'text' || !block.text.startsWith('x-anthropic-billing-header:')) return block;
  const { type, text } = block;
  return { type: 'foreign', wire: 'anthropic-messages', value: { type, text }, isOptional: true };
}

function orphan(path: string, id: string): RequestIssue {
  const sentence =
    `holds a result for ${quote(id)}, which no call before it has: every tool_result answers a ` +
    'tool_use of an assistant turn';
  return issue(`${path}.content`, sentence);
}
