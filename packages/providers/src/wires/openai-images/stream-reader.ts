import { ProviderFailure, type ImageEvent } from '@model-gateway/core';
import { classifyError } from '../../http/classify.ts';
import type { FailureRule } from '../../http/failure-rules.ts';
import { countOf, fieldsOf, textOf, type Fields } from '../../http/fields.ts';
import { parseCut, type CutJson, type Payload } from '../../http/payload-json.ts';
import { readImage } from '../../http/read-image.ts';
import { readUsage, type UsageEvent } from './usage.ts';

/**
 * Turns the events of a streamed answer into image events. Unknown kinds are ignored. Source:
 * contract §4.5; other servers with this interface send `image_edit.…`, or the kind only in the
 * `event:` line.
 */
export class StreamReader {
  #images = 0;
  #partials = 0;
  #usage: UsageEvent | undefined;
  #isDone = false;
  readonly #rules: readonly FailureRule[];

  constructor(rules: readonly FailureRule[] = []) {
    this.#rules = rules;
  }

  /** Whether `[DONE]` was received; events after it are ignored. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Throws the failure of an `error` event, and `malformed` for data that is not JSON. */
  read(event: CutJson, name: string): readonly ImageEvent[] {
    const text = event.text.trim();
    if (text === '[DONE]') this.#isDone = true;
    if (text === '' || this.#isDone) return [];
    const fields = fieldsOf(parseCut(event));
    const kind = textOf(fields['type']) ?? name;
    if (kind === 'error' || fields['error'] != null) throw classifyError(fields, this.#rules);
    switch (kind.replace(/^image_edit\./, 'image_generation.')) {
      case 'image_generation.partial_image':
        return [this.#partial(fields, event.payloads)];
      case 'image_generation.completed':
        // The last usage counts: with several images it is their sum.
        this.#usage = readUsage(fields['usage']) ?? this.#usage;
        return [{ type: 'image', index: this.#images++, ...readImage(fields, event.payloads) }];
      case 'image_generation.text_chunk':
        return [
          { type: 'text', phase: phaseOf(fields['phase']), text: textOf(fields['text']) ?? '' },
        ];
      default:
        return [];
    }
  }

  /** Returns the events due at the end of the stream. Throws `malformed` if there was no image. */
  end(): readonly ImageEvent[] {
    if (this.#images === 0) {
      throw new ProviderFailure('malformed', 'its stream ended without an image');
    }
    return this.#usage === undefined ? [] : [this.#usage];
  }

  #partial(fields: Fields, payloads: readonly Payload[]): ImageEvent {
    const index = countOf(fields['partial_image_index']) ?? this.#partials;
    this.#partials++;
    return { type: 'partial', index, ...readImage(fields, payloads) };
  }
}

function phaseOf(phase: unknown): 'content' | 'reasoning' | 'draft' {
  return phase === 'reasoning' || phase === 'draft' ? phase : 'content';
}
