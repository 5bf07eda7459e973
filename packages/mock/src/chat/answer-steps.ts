import type { ChatPart, ChatRequest, ChatUsage, FinishReason } from '@model-gateway/core/chat';
import { isJsonObject, jsonIn } from '@model-gateway/core/kit';
import type { AnswerOptions, AnswerUsage } from './answer-options.ts';
import { Raw, type AnswerPart } from './answer-parts.ts';
import { countTokens } from './count-tokens.ts';
import type { CachedTokens } from './prompt-cache.ts';
import { ARGUMENT_CHARACTERS, piecesOf, UNCUT, type Cut } from './pieces.ts';

const REASONS = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'calls',
  content_filter: 'filter',
} as const satisfies Readonly<Record<NonNullable<AnswerOptions['finish']>, FinishReason>>;

/**
 * An answer as steps, one for each piece that a stream sends. JSON has been filled in. `isAtOnce`:
 * no piece takes any time, and nothing looks at them one by one, so that those of a part are a step.
 */
export function answerSteps(
  parts: readonly AnswerPart[],
  request: ChatRequest,
  options: AnswerOptions,
  { cached, isAtOnce }: { readonly cached: CachedTokens; readonly isAtOnce: boolean },
): readonly (readonly ChatPart[])[] {
  const { finish, usage = {}, cost, unchecked = false, pace = {} } = options;
  const limits = unchecked ? UNLIMITED : request;
  const { by = 'word' } = pace;
  // Where nothing shows the words one by one, they need not be cut.
  const isWhole = isAtOnce && !request.stream && !Number.isFinite(limits.maxOutputTokens);
  const writer = new StepWriter(isWhole && by === 'word' ? UNCUT : by, limits, isAtOnce);
  for (const [position, part] of parts.entries()) {
    if (writer.isOver) break;
    writer.add(part, `call_${request.messages.length}_${position}`);
  }
  const { tokens, reasoningTokens, stopSequence } = writer;
  const reason: FinishReason = finish === undefined ? writer.reason : REASONS[finish];
  const input = inputUsage(cached, usage);
  return [
    openingParts(request, input),
    ...writer.steps,
    closingParts({ input, tokens, reasoningTokens, stopSequence, reason, usage, cost }),
  ];
}

/** The start of an answer, with the counts of its input: messages show them first. */
export function openingParts({ model }: ChatRequest, input: ChatUsage): readonly ChatPart[] {
  return [
    { type: 'start', id: 'mock', model },
    { type: 'usage', usage: input },
  ];
}

/** What is known of an answer at its end. */
interface Closing extends Pick<AnswerOptions, 'cost'> {
  readonly input: ChatUsage;
  /** Of the output, estimated; `usage` takes precedence. */
  readonly tokens: number;
  readonly reasoningTokens: number;
  readonly reason: FinishReason;
  readonly stopSequence?: string | undefined;
  readonly usage: AnswerUsage;
}

/** The counts, the finish and the end of an answer. */
export function closingParts({
  input,
  tokens,
  reasoningTokens,
  reason,
  stopSequence,
  usage,
  cost,
}: Closing): readonly ChatPart[] {
  const reasoning = usage.reasoning ?? reasoningTokens;
  return [
    {
      type: 'usage',
      usage: {
        ...input,
        outputTokens: usage.output ?? Math.max(1, tokens),
        ...(reasoning > 0 && { reasoningTokens: reasoning }),
        ...(cost !== undefined && { costUsd: cost.toFixed(12) }),
      },
    },
    { type: 'finish', reason, raw: reason, ...(stopSequence !== undefined && { stopSequence }) },
    { type: 'done' },
  ];
}

/** The counts of the input of an answer: those of the test, or an estimate. */
export function inputUsage(cached: CachedTokens, usage: AnswerUsage = {}): ChatUsage {
  // Counts that the test makes up fit each other only as it says.
  const isCounted =
    usage.input === undefined && usage.cached === undefined && cached.read + cached.written > 0;
  return {
    inputTokens: usage.input ?? cached.input,
    ...(isCounted && {
      cacheReadTokens: cached.read,
      cacheWriteTokens: cached.written,
      cacheWriteHourTokens: cached.writtenForAnHour,
    }),
    ...(usage.cached !== undefined && { cacheReadTokens: usage.cached }),
  };
}

type Limits = Pick<ChatRequest, 'maxOutputTokens' | 'stop'>;

const UNLIMITED: Limits = { stop: [] };

/** Writes parts as steps until the limits of the request end the answer. */
class StepWriter {
  readonly steps: (readonly ChatPart[])[] = [];
  tokens = 0;
  reasoningTokens = 0;
  reason: FinishReason = 'stop';
  stopSequence: string | undefined;
  isOver = false;
  readonly #cut: Cut;
  readonly #limits: Limits;
  readonly #isAtOnce: boolean;
  #block = 0;

  constructor(cut: Cut, limits: Limits, isAtOnce: boolean) {
    this.#cut = cut;
    this.#limits = limits;
    this.#isAtOnce = isAtOnce;
  }

  add(part: AnswerPart, callId: string): void {
    if ('call' in part) {
      const text = textOfArgs(part.args);
      const opening = { kind: 'call', id: callId, name: part.call, by: 'client' } as const;
      // The gateway lets input that is not JSON through for a call that was cut off, and for no other.
      const isBroken = part.args instanceof Raw && !isJson(text);
      this.reason = isBroken ? 'length' : 'calls';
      this.#write(opening, piecesOf(text, ARGUMENT_CHARACTERS), isBroken);
    } else if ('reason' in part) {
      const before = this.tokens;
      this.#write({ kind: 'reasoning' }, piecesOf(part.reason, part.by ?? this.#cut));
      this.reasoningTokens += this.tokens - before;
    } else if ('refuse' in part) {
      this.reason = 'refusal';
      this.#write({ kind: 'refusal' }, piecesOf(part.refuse, part.by ?? this.#cut));
    } else {
      const [text, cut] =
        'say' in part ? [part.say, part.by ?? this.#cut] : [JSON.stringify(part.json), this.#cut];
      this.#write({ kind: 'text' }, piecesOf(this.#untilStop(text), cut));
    }
  }

  /** The text before the first of the texts that end an answer. */
  #untilStop(text: string): string {
    let end = text.length;
    for (const stop of this.#limits.stop) {
      const at = stop === '' ? -1 : text.indexOf(stop);
      if (at === -1 || at >= end) continue;
      end = at;
      this.stopSequence = stop;
      this.isOver = true;
    }
    return text.slice(0, end);
  }

  #write(opening: OpenedBlock, pieces: readonly string[], isBroken = false): void {
    const fitting = this.#fitting(pieces);
    const isCall = opening.kind === 'call';
    if (fitting.length === 0 && !isCall) return;
    const block = this.#block++;
    const isCut = isBroken || (isCall && fitting.length < pieces.length);
    this.steps.push([{ type: 'open', block, ...opening }]);
    if (this.#isAtOnce && fitting.length > 0) {
      this.steps.push([{ type: 'delta', block, text: fitting.join(''), pieces: fitting }]);
    } else for (const text of fitting) this.steps.push([{ type: 'delta', block, text }]);
    this.steps.push([{ type: 'close', block, ...(isCut && { isCut }) }]);
  }

  /** The pieces within the limit of tokens. */
  #fitting(pieces: readonly string[]): readonly string[] {
    const { maxOutputTokens = Infinity } = this.#limits;
    const fitting: string[] = [];
    for (const piece of pieces) {
      const tokens = countTokens(piece);
      if (this.tokens + tokens > maxOutputTokens) {
        this.reason = 'length';
        this.stopSequence = undefined;
        this.isOver = true;
        break;
      }
      this.tokens += tokens;
      fitting.push(piece);
    }
    return fitting;
  }
}

type OpenedBlock =
  | { readonly kind: 'text' | 'reasoning' | 'refusal' }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly by: 'client' };

/** Returns the arguments of a call as they are sent. */
export function textOfArgs(args: unknown): string {
  return args instanceof Raw ? args.raw : JSON.stringify(args ?? {});
}

/** Whether a text is a JSON object, as arguments are. */
export function isJson(text: string): boolean {
  return isJsonObject(jsonIn(text));
}
