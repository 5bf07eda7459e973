import type { ChatPart } from '@model-gateway/core/chat';
import { valueAt, type Places } from '../../http/event-holes.ts';
import type { TextEvent } from '../../http/event-texts.ts';
import { RepeatedEvent, wordsOf, type Words } from '../../http/repeated-event.ts';

/** How a wire reads the events of one answer. */
export interface AnswerReader {
  /** Where an event that says something may differ from the one before it. */
  readonly places: readonly Places[];
  /**
   * Reads an event. Returns it parsed where the wire's text, and not a call, is open, so that one that
   * differs at these places alone would go on with it.
   */
  readonly read: (event: TextEvent, parts: ChatPart[]) => unknown;
  /** Called when the text went on without `read`, with the counts of the last event, in JSON. */
  readonly goneOn?: (text: string, counts: string, parts: ChatPart[]) => void;
}

/**
 * Reads the events of an answer, most of which differ from the one before in what the model says:
 * these are not parsed, and those of one read become one part.
 */
export class RepeatingEvents {
  readonly #reader: AnswerReader;
  readonly #pattern = new RepeatedEvent();
  /** The block of the pattern. */
  #block = 0;

  constructor(reader: AnswerReader) {
    this.#reader = reader;
  }

  /** Adds what events say to `parts`; what came before one that throws is added, too. */
  read(events: Iterable<TextEvent>, parts: ChatPart[]): void {
    let pieces: string[] = [];
    const say = () => {
      if (pieces.length > 0) this.#goOn(wordsOf(pieces), parts);
      pieces = [];
    };
    try {
      for (const { name, data } of events) {
        const event = { name, data: data.trim() };
        const words = this.#pattern.wordsOf(event);
        if (words === undefined) {
          say();
          this.#one(event, parts);
        } else pieces.push(words.text);
      }
    } finally {
      say();
    }
  }

  /** Reads the text of whole events that go on with what was said; returns whether they do. */
  protected goesOn(text: string, parts: ChatPart[]): boolean {
    const words = this.#pattern.wordsIn(text);
    if (words !== undefined) this.#goOn(words, parts);
    return words !== undefined;
  }

  #goOn(words: Words, parts: ChatPart[]): void {
    parts.push({ type: 'delta', block: this.#block, ...words });
    this.#reader.goneOn?.(words.text, this.#pattern.counts, parts);
  }

  /** Reads an event, and takes it for the pattern of the next where it says a text and nothing else. */
  #one(event: TextEvent, parts: ChatPart[]): void {
    this.#pattern.forget();
    const before = parts.length;
    const parsed = this.#reader.read(event, parts);
    const [part, counts, ...more] = parsed === undefined ? [] : parts.slice(before);
    if (part?.type !== 'delta' || more.length > 0) return;
    const found = this.#reader.places.filter(({ words }) => valueAt(parsed, words) === part.text);
    const [places] = found;
    // A text that stands at two places may be either.
    if (places === undefined || found.length > 1) return;
    if (counts !== undefined && (counts.type !== 'usage' || places.counts === undefined)) return;
    this.#block = part.block;
    this.#pattern.learn(event, places);
  }
}
