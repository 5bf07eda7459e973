import type { Block, ChatMessage } from '@model-gateway/core/chat';

/**
 * Returns the turns as a server wants them that takes instructions at the beginning only, then the
 * user and the assistant by turns, and nothing that is empty.
 */
export function alternating(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const turns: { readonly role: ChatMessage['role']; readonly blocks: Block[] }[] = [];
  for (const { role: given, blocks } of messages) {
    // Reasoning has no place in these turns.
    const said = blocks.filter(
      ({ type, ...block }) => type !== 'reasoning' && !('text' in block && block.text === ''),
    );
    if (said.length === 0) continue;
    const isInstruction = given === 'system' || given === 'developer';
    const isBegun = turns.some(({ role }) => role !== 'system');
    const role = isInstruction ? (isBegun ? 'user' : 'system') : given;
    const last = turns.at(-1);
    if (last?.role === role) last.blocks.push(...said);
    else if (role === 'assistant' && !isBegun) {
      turns.push({ role: 'user', blocks: [{ type: 'text', text: '…' }] }, { role, blocks: said });
    } else turns.push({ role, blocks: [...said] });
  }
  return turns;
}
