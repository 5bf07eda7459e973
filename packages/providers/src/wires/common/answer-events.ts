import type { ChatPart } from '@model-gateway/core/chat';
import { EventTexts } from '../../http/event-texts.ts';
import { isUncut } from './event-json.ts';
import { RepeatingEvents } from './repeating-events.ts';

/** Reads an answer that comes as server-sent events. */
export class AnswerEvents extends RepeatingEvents {
  readonly #events = new EventTexts();

  /** Whether any of the bytes were not UTF-8. */
  get isDamaged(): boolean {
    return this.#events.isDamaged;
  }

  /** Adds what the bytes of a read complete, wherever they were split, to `parts`. */
  push(bytes: Uint8Array, parts: ChatPart[]): ChatPart[] {
    const text = this.#events.textOf(bytes);
    if (text === undefined || !this.goesOn(text, parts)) {
      this.read(this.#events.push(bytes, text), parts);
    }
    return parts;
  }

  /** Returns what the end of the stream completes. */
  end(): ChatPart[] {
    const parts: ChatPart[] = [];
    this.read(this.#events.end().filter(isUncut), parts);
    return parts;
  }
}
