import { GatewayError } from '@model-gateway/core';
import type { ChatPart, ChatRequest, FinishReason } from '@model-gateway/core/chat';
import type { GatewayRequest } from '@model-gateway/core/http';
import { abortable, quoteValue } from '@model-gateway/core/kit';
import { closingParts, inputUsage, isJson, openingParts } from './answer-steps.ts';
import type { ChatScript } from './chat-script.ts';
import { countTokens } from './count-tokens.ts';
import type { CachedTokens, PromptCache } from './prompt-cache.ts';
import { toolProblem } from './settle-answer.ts';
import type { VirtualClock } from '../clock/virtual-clock.ts';
import { diagnostic } from '../diagnostics.ts';
import type { HeldCall, HeldChat, HeldCompletion } from './held-chat.ts';
import { HoldController } from '../streams/hold-controller.ts';
import { holdErrors } from '../streams/hold-errors.ts';

/** What the client of a held conversation is to hear. */
type Saying =
  | { readonly kind: 'text' | 'reasoning' | 'refusal'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly call: HeldCall }
  | { readonly kind: 'args'; readonly text: string };

/** A conversation that the test holds. */
export interface ChatHold {
  readonly hold: HoldController<Saying, ChatRequest>;
  readonly stream: HeldChat;
  /** Returns what the test said of the answer when it completed it. */
  readonly completion: () => HeldCompletion;
}

/** Returns a held conversation for the test, and what passes its commands on. */
export function holdChat(): ChatHold {
  const hold: ChatHold['hold'] = new HoldController();
  let completion: HeldCompletion = {};
  /** The call whose arguments may be said: the one that began last. */
  let open: HeldCall | undefined;
  const begin = async (word: string, saying: Saying & { readonly text: string }) => {
    checkText(word, saying.text);
    open = undefined;
    await hold.send(saying);
  };
  const stream: HeldChat = {
    ...hold.ends,
    text: (text) => begin('text', { kind: 'text', text }),
    reason: (text) => begin('reason', { kind: 'reasoning', text }),
    refuse: (text) => begin('refuse', { kind: 'refusal', text }),
    async call(name) {
      const call: HeldCall = {
        async args(text) {
          checkText('args', text);
          if (open !== call) throw holdErrors.callOver(name);
          await hold.send({ kind: 'args', text });
        },
      };
      await hold.send({ kind: 'call', name, call }, (request) => toolProblem(name, request));
      open = call;
      return call;
    },
    complete(options = {}) {
      completion = options;
      return hold.send({ kind: 'complete' });
    },
  };
  return { hold, stream, completion: () => completion };
}

/** Throws GW1212 for what plain JavaScript may say. */
function checkText(word: string, text: unknown): void {
  if (typeof text === 'string') return;
  throw diagnostic('GW1212', `${word}() takes text, got ${quoteValue(text)}`);
}

/** The request of a held conversation, and its tenant. */
interface HeldRequest {
  readonly request: GatewayRequest;
  readonly clock: VirtualClock;
  readonly tenant: { readonly promptCache: PromptCache };
}

/** Creates a script that says what the test wants, each piece on its command. */
export function heldChat(
  { hold, completion }: ChatHold,
  { request, clock, tenant }: HeldRequest,
): ChatScript {
  return async (asked, signal) =>
    async function* ({ waitFor }) {
      hold.begin(request.mount + request.path, { clock, facts: asked });
      const answer = new HeldAnswer(asked, tenant.promptCache.ask(asked, clock.now()));
      for (;;) {
        const command = await waitFor(abortable(hold.nextCommand(), signal));
        hold.dispatched(command);
        // The gateway answers once something is said: before that, the end is all there is.
        if (command.kind === 'end' && !answer.hasBegun) throw new GatewayError('providerFailed');
        if (command.kind === 'complete') {
          yield answer.complete(completion());
          return;
        }
        if (command.kind !== 'end') yield answer.say(command);
      }
    };
}

/** An answer as it is being said, a block at a time. */
class HeldAnswer {
  readonly #request: ChatRequest;
  readonly #cached: CachedTokens;
  #block = -1;
  /** The block that is open, and its text so far. */
  #open: { readonly kind: Saying['kind']; text: string } | undefined;
  #reason: FinishReason = 'stop';
  #tokens = 0;
  #reasoningTokens = 0;

  constructor(request: ChatRequest, cached: CachedTokens) {
    this.#request = request;
    this.#cached = cached;
  }

  get hasBegun(): boolean {
    return this.#block >= 0;
  }

  say(saying: Saying): readonly ChatPart[] {
    if (saying.kind === 'args') return this.#piece(saying.text);
    if (saying.kind === 'call') {
      this.#reason = 'calls';
      const { messages } = this.#request;
      const parts = this.#begin('call');
      const id = `call_${messages.length}_${this.#block}`;
      const { name } = saying;
      return [...parts, { type: 'open', block: this.#block, kind: 'call', id, name, by: 'client' }];
    }
    const { kind, text } = saying;
    if (kind === 'refusal') this.#reason = 'refusal';
    if (this.#open?.kind === kind) return this.#piece(text);
    const parts = this.#begin(kind);
    return [...parts, { type: 'open', block: this.#block, kind }, ...this.#piece(text)];
  }

  complete({ usage = {}, cost }: HeldCompletion): readonly ChatPart[] {
    const start = this.hasBegun ? [] : this.#start();
    const close = this.#close();
    const end = closingParts({
      input: inputUsage(this.#cached, usage),
      tokens: this.#tokens,
      reasoningTokens: this.#reasoningTokens,
      reason: this.#reason,
      usage,
      cost,
    });
    return [...start, ...close, ...end];
  }

  #start(): readonly ChatPart[] {
    return openingParts(this.#request, inputUsage(this.#cached));
  }

  #begin(kind: Saying['kind']): readonly ChatPart[] {
    const before = this.hasBegun ? this.#close() : this.#start();
    this.#block++;
    this.#open = { kind, text: '' };
    return before;
  }

  #piece(text: string): readonly ChatPart[] {
    if (this.#open === undefined || text === '') return [];
    this.#open.text += text;
    return [{ type: 'delta', block: this.#block, text }];
  }

  /** A call whose arguments are no JSON is one that was cut off. */
  #close(): readonly ChatPart[] {
    const open = this.#open;
    if (open === undefined) return [];
    this.#open = undefined;
    const { kind, text } = open;
    const tokens = countTokens(text);
    this.#tokens += tokens;
    if (kind === 'reasoning') this.#reasoningTokens += tokens;
    const isCut = kind === 'call' && text !== '' && !isJson(text);
    if (isCut) this.#reason = 'length';
    return [{ type: 'close', block: this.#block, ...(isCut && { isCut }) }];
  }
}
