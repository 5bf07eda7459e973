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
  endpoint: Pick<ChatEndpoint, 'wire' | 'betas' | 'cacheMarks'>,
): FittedWire {
  const { wire, betas: offered = NO_BETAS } = endpoint;
  const isOwn = request.dialect === wire;
  const extras = extrasFor(request.extras, endpoint, isOwn);
  // Most requests, which need no copy for it.
  const isPlain = request.betas === undefined && request.hostedTools === undefined;
  if (isPlain && isOwn && extras === request.extras) return { request, ignored: [], noted: [] };
  const { betas: asked = [], hostedTools = [], ...rest } = request;
  const betas = wire === 'anthropic-messages' ? asked.filter((beta) => offered.has(beta)) : [];
  const common = { ...rest, extras, ...(betas.length > 0 && { betas }) };
  const noted = betas.length < asked.length ? ['x-anthropic-beta'] : [];
  const lost = namesOf(request.extras).filter((name) => !Object.hasOwn(extras, name));
  if (isOwn) {
    const own = hostedTools.length > 0 ? { ...common, hostedTools } : common;
    return { request: own, ignored: lost, noted };
  }
  const kept = request.messages.map(withoutOptional);
  const hasDropped = kept.some((message, position) => message !== request.messages[position]);
  const messages = kept.map(withNameSaid);
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
      ...(messages.some(({ name }) => name !== undefined) ? ['messages.name'] : []),
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

/** Other wires have no place for who of several users speaks. */
function withNameSaid(message: ChatMessage): ChatMessage {
  const { name, ...unnamed } = message;
  if (name === undefined || message.role !== 'user') return message;
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
