import type { Block, ChatRequest } from '@model-gateway/core/chat';
import { argumentsIn, type HeardAnswer } from '@model-gateway/core/kit';
import { argsFromJson, call, type AnswerPart } from '../chat/answer-parts.ts';
import { answerSteps, textOfArgs } from '../chat/answer-steps.ts';
import { isSpoken, type Conversation } from '../chat/conversation.ts';
import { isOffered, settleAnswer } from '../chat/settle-answer.ts';
import type { RequestRecord } from './request-record.ts';
import { conversationOf } from './talk.ts';

/**
 * Resolves to the positions, among the answers of the model since the user spoke, of those that the
 * request does not allow, and that a rule therefore gives only with `unchecked`. The last one is the
 * answer to the request itself.
 */
export async function uncheckedAnswers(record: RequestRecord): Promise<readonly number[]> {
  const conversation = conversationOf(record);
  if (conversation === undefined) return [];
  const { request, messages, dialect } = conversation;
  const since = messages.slice(messages.findLastIndex(isSpoken) + 1);
  // The requests before this one may have asked for something else, but offered the same tools.
  const { maxOutputTokens: _, ...before } = request;
  const earlier: ChatRequest = {
    ...before,
    stop: [],
    toolChoice: { kind: 'auto' },
    format: { kind: 'text' },
  };
  const answers = since.flatMap(({ role, blocks }) =>
    role === 'assistant' ? [isAllowed(blocks.flatMap(partsOfBlock), earlier)] : [],
  );
  const heard = record.words?.heard();
  if (heard !== undefined) {
    answers.push(isAllowed(partsOfHeard(heard, dialect), request, CUT.has(heard.finish)));
  }
  const allowed = await Promise.all(answers);
  return allowed.flatMap((is, position) => (is ? [] : [position]));
}

/** How dialects call the end of an answer that was too long. */
const CUT: ReadonlySet<string | undefined> = new Set(['length', 'max_tokens', 'incomplete']);

async function isAllowed(
  parts: readonly AnswerPart[],
  request: ChatRequest,
  isCut = false,
): Promise<boolean> {
  // Before anything says what was meant instead, for which it looks at all tools.
  if (parts.some((part) => 'call' in part && !isOffered(part.call, request))) return false;
  try {
    await settleAnswer(parts, request, { isCut, seed: 0, now: 0 });
  } catch {
    return false;
  }
  // The limits of the request cut it nowhere.
  const steps = answerSteps(parts, request, {}, { cached: NOTHING, isAtOnce: false });
  const said = steps.flat().flatMap((part) => (part.type === 'delta' ? [part.text] : []));
  return said.join('').length === parts.map(textOf).join('').length;
}

const NOTHING = { input: 0, read: 0, written: 0, writtenForAnHour: 0 };

function textOf(part: AnswerPart): string {
  if ('say' in part) return part.say;
  if ('reason' in part) return part.reason;
  if ('refuse' in part) return part.refuse;
  return 'call' in part ? textOfArgs(part.args) : '';
}

function partsOfBlock(block: Block): readonly AnswerPart[] {
  switch (block.type) {
    case 'text':
      return [{ say: block.text }];
    case 'call':
      return [call(block.name, argsFromJson(argumentsIn(block.input)))];
    default:
      // The others are always allowed.
      return [];
  }
}

function partsOfHeard(
  { text, reasoning, refusal, calls, finish }: HeardAnswer,
  dialect: Conversation['dialect'],
): readonly AnswerPart[] {
  // Messages have no refusals of their own: text with this reason is one.
  const isRefusal = dialect === 'anthropic' && finish === 'refusal';
  const parts: readonly AnswerPart[] = [
    { reason: reasoning },
    isRefusal ? { refuse: text } : { say: text },
    { refuse: refusal },
    ...calls.map(({ name, args }) => call(name, argsFromJson(args))),
  ];
  return parts.filter((part) => 'call' in part || textOf(part) !== '');
}
