import type { JsonObject } from '../../json-value.ts';
import type { ChatEndpoint } from '../../ports/chat-provider.ts';
import type { Block, ChatMessage, ChatRequest, ChatTool } from '../../ports/conversation.ts';

/** A request without what only another wire understands. */
interface FittedWire {
  readonly request: ChatRequest;
  /** Parameters that were left out. */
  readonly ignored: readonly string[];
  /** What was left out beside them, which no client insists on. */
  readonly noted: readonly string[];
}

/**
 * Leaves out what endpoints of one wire understand and others do not: members that the gateway does
 * not know, tools that a provider runs, beta features. Source: contract §12.11.
 */
export function fitWire(
  request: ChatRequest,
  endpoint: Pick<ChatEndpoint, 'wire' | 'betas' | 'cacheMarks' | 'names'>,
): FittedWire {
  const { wire, betas: offered = NO_BETAS, names: mayName = true } = endpoint;
  const isOwn = request.dialect === wire;
  const extras = extrasFor(request.extras, endpoint, isOwn);
  // Most requests, which need no copy for it.
  const isPlain = request.betas === undefined && request.hostedTools === undefined;
  const isTaken = mayName || request.messages.every(({ name }) => name === undefined);
  if (isPlain && isOwn && isTaken && extras === request.extras)
    return { request, ignored: [], noted: [] };
  const { betas: asked = [], hostedTools = [], ...rest } = request;
  const betas = wire === 'anthropic-messages' ? asked.filter((beta) => offered.has(beta)) : [];
  const common = { ...rest, extras, ...(betas.length > 0 && { betas }) };
  const noted = betas.length < asked.length ? ['x-anthropic-beta'] : [];
  const lost = namesOf(request.extras).filter((name) => !Object.hasOwn(extras, name));
  if (isOwn) {
    const own = hostedTools.length > 0 ? { ...common, hostedTools } : common;
    if (isTaken) return { request: own, ignored: lost, noted };
    const { messages, ignored } = withoutNames(own.messages);
    return { request: { ...own, messages }, ignored: lost, noted: [...noted, ...ignored] };
  }
  const kept = request.messages.map(withoutOptional);
  const hasDropped = kept.some((message, position) => message !== request.messages[position]);
  const { messages, ignored: unsaid } = withoutNames(kept);
  return {
    request: { ...common, messages, tools: request.tools.map(withoutExtras) },
    ignored: [
      ...lost,
      ...hostedTools.map(({ name }) => `tools.${name}`),
      ...new Set(request.tools.flatMap((tool) => namesOf(tool.extras ?? {}, 'tools.'))),
    ],
    noted: [
      ...noted,
      ...(hasDropped ? ['system.x-anthropic-billing-header'] : []),
      ...unsaid,
      ...new Set(request.messages.flatMap((one) => namesOf(one.extras ?? {}, 'messages.'))),
    ],
  };
}

/**
 * Returns the members that go on: those of the endpoint's own wire, and `cache_control`, which means the
 * same in every dialect, where the endpoint has it.
 */
function extrasFor(
  extras: JsonObject,
  { wire, cacheMarks = wire === 'anthropic-messages' }: Pick<ChatEndpoint, 'wire' | 'cacheMarks'>,
  isOwn: boolean,
): JsonObject {
  if (isOwn && (cacheMarks || extras['cache_control'] === undefined)) return extras;
  const { cache_control: mark, ...others } = extras;
  return { ...(isOwn && others), ...(cacheMarks && mark !== undefined && { cache_control: mark }) };
}

const NO_BETAS: NonNullable<ChatEndpoint['betas']> = new Set();

function withoutOptional(message: ChatMessage): ChatMessage {
  const isOptional = (block: Block) => block.type === 'foreign' && block.isOptional === true;
  if (!message.blocks.some(isOptional)) return message;
  return { ...message, blocks: message.blocks.filter((block) => !isOptional(block)) };
}

/** The names of users are said; `ignored` tells of others. */
function withoutNames(given: readonly ChatMessage[]): {
  readonly messages: readonly ChatMessage[];
  readonly ignored: readonly string[];
} {
  const isLost = given.some(({ name, role }) => name !== undefined && role !== 'user');
  return { messages: given.map(withNameSaid), ignored: isLost ? ['messages.name'] : [] };
}

/** Who of several users speaks, where there is no place for it. */
function withNameSaid(message: ChatMessage): ChatMessage {
  const { name, ...unnamed } = message;
  if (name === undefined) return message;
  if (message.role !== 'user') return unnamed;
  const [first, ...rest] = message.blocks;
  const blocks: readonly Block[] =
    first?.type === 'text'
      ? [{ ...first, text: `${name}: ${first.text}` }, ...rest]
      : [{ type: 'text', text: `${name}:` }, ...message.blocks];
  return { ...unnamed, blocks };
}

function withoutExtras(tool: ChatTool): ChatTool {
  if (tool.extras === undefined) return tool;
  const { extras: _, ...known } = tool;
  return known;
}

/** Clients write null for "not given", which nobody misses. */
function namesOf(extras: JsonObject, prefix = ''): readonly string[] {
  const names = Object.keys(extras).filter((name) => extras[name] !== null);
  return names.map((name) => `${prefix}${name}`);
}
