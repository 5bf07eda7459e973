import type { EndedRequest, MadeGeneration, TrafficListener } from '../journal/traffic.ts';
import type { LineOutput } from './io.ts';
import { requestLine } from './request-line.ts';

export interface RequestLinesOptions {
  readonly basePath: string;
  readonly output: LineOutput;
  /** Any text but `''` prints without colours: https://no-color.org. */
  readonly noColor: string | undefined;
  /** The time of the machine. */
  readonly now?: (() => Date) | undefined;
}

/**
 * Prints a line per request: those that end in one turn of the event loop together, after it, so
 * that no request waits for a terminal. Lines are left out while the reader of the output is far
 * behind, and the next one says how many.
 */
export class RequestLines implements TrafficListener {
  readonly #basePath: string;
  readonly #now: () => Date;
  readonly #output: LineOutput;
  readonly #isColoured: boolean;
  readonly #made = new Map<string, MadeGeneration>();
  #ended: { readonly request: EndedRequest; readonly at: Date }[] = [];
  #skipped = 0;

  constructor({ basePath, output, noColor = '', now = () => new Date() }: RequestLinesOptions) {
    this.#basePath = basePath;
    this.#now = now;
    this.#output = output;
    this.#isColoured = output.isTTY === true && noColor === '';
  }

  ended(request: EndedRequest): void {
    if (this.#ended.length === 0) setImmediate(() => this.#flush());
    this.#ended.push({ request, at: this.#now() });
  }

  generated(made: MadeGeneration): void {
    this.#made.set(made.id, made);
    for (const id of this.#made.keys()) {
      if (this.#made.size <= MOST_MADE) break;
      this.#made.delete(id);
    }
  }

  #flush(): void {
    const ended = this.#ended;
    this.#ended = [];
    if (this.#output.writableLength > MOST_UNREAD_BYTES) {
      this.#skipped += ended.length;
    } else if (ended.length > 0) {
      this.#output.write(this.#notice() + ended.map((each) => this.#line(each)).join(''));
    }
  }

  #notice(): string {
    const skipped = this.#skipped;
    this.#skipped = 0;
    return skipped === 0 ? '' : `… ${skipped} requests not shown: this output was not read\n`;
  }

  #line({ request, at }: { readonly request: EndedRequest; readonly at: Date }): string {
    const { generationId } = request.record;
    const made = generationId === undefined ? undefined : this.#made.get(generationId);
    const [basePath, isColoured] = [this.#basePath, this.#isColoured];
    return requestLine(request, { basePath, at, made, isColoured });
  }
}

const MOST_UNREAD_BYTES = 1024 * 1024;
/** A rule may hold an answer back after the gateway has made it. */
const MOST_MADE = 1000;
