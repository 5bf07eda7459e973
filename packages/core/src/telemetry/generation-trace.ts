import type { ErrorName } from '../errors.ts';
import type { ImageData, ReferenceImage } from '../ports/image-provider.ts';
import { present } from '../present.ts';
import type { RecordDetail } from '../ports/request-observer.ts';
import { AttemptTrace, type Elapsed } from './attempt-trace.ts';
import type { DrainedCall } from './drained-call.ts';
import { frozenCopy } from './frozen-copy.ts';
import type {
  GenerationContent,
  GenerationRecord,
  GenerationTask,
  RecordedOutput,
  RecordedProvider,
  RecordedUsage,
  RefusedReference,
} from '../ports/request-record.ts';

/** What is known of a generation when it begins. */
export interface GenerationStart {
  readonly task: GenerationTask;
  readonly model: string;
  /** The session that the body names, which takes precedence over that of the header. */
  readonly sessionId?: string | undefined;
  /** Kept, and made, only where an observer wants content. */
  readonly prompt?: string | (() => string);
  /** Numbers, flags and names that say nothing of what is made. */
  readonly parameters: GenerationRecord['parameters'];
}

/** Gathers what becomes of a generation. Keeps content only where an observer wants it. */
export class GenerationTrace {
  readonly #start: GenerationStart;
  readonly #elapsed: Elapsed;
  /** Whether the record will have what went in and what came out. */
  readonly keepsContent: boolean;
  #attempts: readonly AttemptTrace[] = NONE;
  #outputs: readonly RecordedOutput[] = NONE;
  readonly #refusedReferences: RefusedReference[] = [];
  #firstOutputMs: number | undefined;
  /** What went in and came out, beside the prompt, if it is kept. */
  #references: GenerationContent['references'] = NONE;
  #text = '';
  #images: GenerationContent['images'] = NONE;
  #drained: DrainedCall | undefined;
  /** What is known only later; the last word counts. */
  readonly #facts: GenerationFacts = {};

  constructor(start: GenerationStart, elapsed: Elapsed, keepsContent: boolean) {
    const { task, model, parameters } = start;
    this.#start = keepsContent ? start : { task, model, parameters };
    this.#elapsed = elapsed;
    this.keepsContent = keepsContent;
  }

  /** Begins an attempt at a provider. */
  attempt(provider: string): AttemptTrace {
    const attempt = new AttemptTrace(provider, this.#elapsed);
    this.#attempts = [...this.#attempts, attempt];
    return attempt;
  }

  /** Adds facts as they become known. */
  note(facts: GenerationFacts): void {
    Object.assign(this.#facts, facts);
  }

  /** The client has left, and what its provider counts is still to come. */
  drains(call: DrainedCall): void {
    this.#drained = call;
  }

  /** Whether something of it is still to be known, which `whenKnown` waits for. */
  get isOpen(): boolean {
    return this.#drained !== undefined;
  }

  /** Calls `work` when that is known. */
  whenKnown(work: () => Promise<void>): void {
    this.#drained?.whenRead((counted) => {
      if (counted !== undefined) this.note({ usage: counted.usage, drainedUsd: counted.costUsd });
      return work();
    });
  }

  /** The error inside a stream, if there was one. */
  get error(): ErrorName | undefined {
    return this.#facts.error;
  }

  references(references: readonly ReferenceImage[]): void {
    if (this.keepsContent) this.#references = references;
  }

  /** A URL of the request could not be fetched. */
  referenceRefused(path: string, egress: RefusedReference['egress']): void {
    this.#refusedReferences.push(Object.freeze({ path, egress }));
  }

  /** The client gets something; only the first time counts. */
  output(): void {
    this.#firstOutputMs ??= this.#elapsed();
  }

  image(mediaType: string, data: ImageData): void {
    this.#made({ type: 'image', mediaType, bytes: lengthOf(data) });
    if (this.keepsContent) this.#images = [...this.#images, data];
  }

  text(text: string): void {
    if (this.keepsContent) this.#text += text;
  }

  /** The length of a text that was made, in UTF-8. */
  textMade(bytes: number): void {
    this.#made({ type: 'text', bytes });
  }

  /** Embeddings that were made, of this many numbers each. */
  vectors(count: number, dimensions: number): void {
    this.#made({ type: 'vectors', count, dimensions });
  }

  #made(output: RecordedOutput): void {
    this.#outputs = Object.freeze([...this.#outputs, Object.freeze(output)]);
  }

  record(detail: RecordDetail): GenerationRecord {
    const { task, model, parameters, prompt: given = '' } = this.#start;
    const prompt = typeof given === 'string' ? given : given();
    const { id, provider, isStream = false, usage, costUsd = '0', finishReason } = this.#facts;
    const { drainedUsd } = this.#facts;
    const [references, text, images] = [this.#references, this.#text, this.#images];
    const content: GenerationContent | undefined =
      detail === 'content' ? frozenCopy({ prompt, references, text, images }) : undefined;
    const made = {
      id,
      task,
      model,
      provider,
      isStream,
      parameters,
      attempts: Object.freeze(this.#attempts.map((attempt) => attempt.record(detail))),
      firstOutputMs: this.#firstOutputMs,
      outputs: this.#outputs,
      usage: usage && Object.freeze(countsOf(usage)),
      costUsd,
      finishReason,
      content,
      ...(this.#refusedReferences.length > 0 && {
        refusedReferences: Object.freeze([...this.#refusedReferences]),
      }),
    };
    return frozenCopy(drainedUsd === undefined ? made : { ...made, drainedUsd });
  }
}

/** One for all records, which observers may keep. */
const NONE: readonly never[] = Object.freeze([]);

/** Only the counts, whatever else its source holds. */
function countsOf(usage: RecordedUsage): RecordedUsage {
  const { promptTokens, promptImageTokens, completionTokens, completionTextTokens } = usage;
  const { cacheReadTokens, cacheWriteTokens, reasoningTokens, isEstimated } = usage;
  return {
    promptTokens,
    promptImageTokens,
    completionTokens,
    completionTextTokens,
    ...present({ cacheReadTokens, cacheWriteTokens, reasoningTokens, isEstimated }),
  };
}

/** What becomes known of a generation while it runs. */
export interface GenerationFacts {
  id?: string;
  provider?: RecordedProvider;
  isStream?: boolean;
  usage?: RecordedUsage | undefined;
  costUsd?: string;
  /** What the answer costs that was read although the client had left. */
  drainedUsd?: string;
  finishReason?: string;
  /** The error inside a stream. */
  error?: ErrorName;
}

/** Returns the length of the file: base64 is four characters for three bytes. */
function lengthOf(data: ImageData): number {
  if (data.encoding === 'bytes') return data.bytes.byteLength;
  const length = data.parts.reduce((sum, part) => sum + part.byteLength, 0);
  return Math.floor((length * 3) / 4) - paddingOf(data.parts);
}

const EQUALS_SIGN = 0x3d;

function paddingOf(parts: readonly Uint8Array[]): number {
  let padding = 0;
  for (const part of parts.toReversed()) {
    for (let i = part.byteLength - 1; i >= 0; i--) {
      if (part[i] !== EQUALS_SIGN) return padding;
      padding++;
    }
  }
  return padding;
}
