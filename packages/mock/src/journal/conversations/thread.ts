import { isLike } from '@model-gateway/core/kit';
import { transcriptLines } from '../../chat/transcript.ts';
import { counted } from '../../counted.ts';
import type { JournalEntry, JournaledAnswer } from '../../journal-entry.ts';
import type { TextPattern } from '../../pattern.ts';
import type { Redaction } from '../redaction.ts';
import { RequestAssertionError, callOf, type Call } from '../request-assertion-error.ts';
import { requestLine } from '../request-text.ts';
import type { RequestSource } from '../selection.ts';
import { shown } from '../shown.ts';
import { toEntry } from '../to-entry.ts';
import type { ThreadRequests } from './threads.ts';

/** A call of a tool as tests expect it: its name, and what its arguments are like. */
export type ExpectedCall = readonly [name: string, args?: unknown];

/** One conversation: its requests, and the expectations that a test may have of it. */
export class Thread {
  readonly #source: RequestSource;
  readonly #requests: ThreadRequests;

  constructor(source: RequestSource, requests: ThreadRequests) {
    this.#source = source;
    this.#requests = requests;
  }

  /** Its requests as the journal has them, oldest first, repeated ones too. */
  requests(): readonly JournalEntry[] {
    return this.#requests.map(({ record }) => toEntry(record, this.#source.journal.redaction));
  }

  /** The answers that the client heard, oldest first. */
  answers(): readonly JournaledAnswer[] {
    return this.requests().flatMap(({ answer }) => answer ?? []);
  }

  /** The conversation as people read it, with the last answer. */
  transcript(): string {
    return threadText(this.#requests, this.#source.journal.redaction);
  }

  /** The user has spoken this often, as the last request has it. */
  expectTurns(count: number): Thread {
    const got = this.#requests.at(-1)?.conversation.turn ?? 0;
    return this.#counted(callOf(this.expectTurns), 'turn', got, count);
  }

  /** The model was asked this often, repeated requests too. */
  expectRequests(count: number): Thread {
    return this.#counted(callOf(this.expectRequests), 'request', this.#requests.length, count);
  }

  /** The model called these tools and no others, in this order, with arguments like these. */
  expectCalls(calls: readonly ExpectedCall[]): Thread {
    const got = this.answers().flatMap((answer) => answer.calls);
    const isLikeThem =
      got.length === calls.length &&
      calls.every(([name, args], at) => {
        const call = got[at];
        return call?.name === name && (args === undefined || isLike(call.args, args, 'partial'));
      });
    if (isLikeThem) return this;
    const actual = got.map(({ name, args }) => [name, args]);
    throw this.#failure(callOf(this.expectCalls), {
      what: `the calls ${shown(calls)}, got ${shown(actual)}`,
      actual,
      expected: calls,
    });
  }

  /** The last answer says this; plain text is a part of it. */
  expectAnswer(text: TextPattern): Thread {
    const got = this.answers().at(-1)?.text;
    const isSaid =
      got !== undefined &&
      (typeof text === 'string' ? got.includes(text) : isLike(got, text, 'partial'));
    if (isSaid) return this;
    const wanted =
      typeof text === 'function' || text instanceof RegExp ? String(text) : shown(text);
    throw this.#failure(callOf(this.expectAnswer), {
      what: `the last answer to be like ${wanted}, got ${shown(got)}`,
      actual: got,
      expected: text,
    });
  }

  /**
   * Each request begins with the one before it, instructions and tools included, so that the prompt
   * cache of a provider serves it.
   */
  expectAppendOnly(): Thread {
    for (const [position, { record, turns, system, conversation }] of this.#requests.entries()) {
      const before = this.#requests[position - 1];
      if (before === undefined) continue;
      const changed = before.turns.findIndex((turn, at) => turns[at] !== turn);
      const tools = (one: typeof conversation) => JSON.stringify(one.request.tools);
      const what =
        before.system !== system
          ? 'the instructions'
          : tools(before.conversation) !== tools(conversation)
            ? 'the tools'
            : `turn ${changed + 1}`;
      if (what === 'turn 0') continue;
      throw this.#failure(callOf(this.expectAppendOnly), {
        what: `#${record.number} to begin with #${before.record.number}: ${what} changed`,
        actual: what,
        expected: 'nothing changed',
      });
    }
    return this;
  }

  #counted(call: Call, what: string, actual: number, expected: number): Thread {
    if (actual === expected) return this;
    throw this.#failure(call, {
      what: `${counted(expected, what)}, got ${actual}`,
      actual,
      expected,
    });
  }

  #failure(
    call: Call,
    { what, actual, expected }: { what: string; actual: unknown; expected: unknown },
  ): Error {
    const message = `expected ${what}\n\n${this.transcript()}\n\n[GW1301]`;
    return new RequestAssertionError({ message, actual, expected }, call);
  }
}

/** Returns the requests of a thread, a line for each, and what was said in the end. */
export function threadText(requests: ThreadRequests, redaction: Redaction): string {
  const entries = requests.map(({ record }) => toEntry(record, redaction));
  const { chat, answer } = entries.at(-1) ?? {};
  return [
    ...entries.map((entry) => `  ${requestLine(entry)}`),
    ...transcriptLines(chat?.messages ?? []).map((line) => `  ${line}`),
    ...(answer === undefined ? [] : answerLines(answer).map((line) => `        ${line}`)),
  ].join('\n');
}

function answerLines({ text, refusal, calls }: JournaledAnswer): readonly string[] {
  return [
    ...(text === '' ? [] : [`answer     ${shown(text)}`]),
    ...(refusal === '' ? [] : [`answer     (refuses) ${shown(refusal)}`]),
    ...calls.map(({ name, args }) => `answer     → ${name} ${shown(args)}`),
  ];
}
