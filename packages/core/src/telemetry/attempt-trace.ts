import { codeOf } from '../error-code.ts';
import { isEgressError, type EgressError } from '../ports/http-client.ts';
import { isProviderFailure, type FailureClass } from '../ports/provider-failure.ts';
import type { RecordDetail } from '../ports/request-observer.ts';
import type { AttemptRecord } from '../ports/request-record.ts';

/** Milliseconds since the request began. */
export type Elapsed = () => number;

/** One try at one provider. Only its first end counts. */
export class AttemptTrace {
  readonly #provider: string;
  readonly #elapsed: Elapsed;
  readonly #startedMs: number;
  #end: Pick<AttemptRecord, 'ms' | 'outcome'> | undefined;
  #error: unknown;

  constructor(provider: string, elapsed: Elapsed) {
    this.#provider = provider;
    this.#elapsed = elapsed;
    this.#startedMs = elapsed();
  }

  succeeded(): void {
    this.#finish('succeeded');
  }

  /** Marks it failed; anything but a `ProviderFailure` is a bug. */
  failed(error: unknown): void {
    if (this.#end === undefined) this.#error = error;
    this.#finish('failed');
  }

  abandoned(): void {
    this.#finish('abandoned');
  }

  record(detail: RecordDetail): AttemptRecord {
    const { ms, outcome } = this.#end ?? this.#ended('abandoned');
    const known = isProviderFailure(this.#error) ? this.#error : undefined;
    const egress = egressErrorIn(known);
    const isQuote = known !== undefined && QUOTING.has(known.failure);
    return Object.freeze({
      provider: this.#provider,
      startedMs: this.#startedMs,
      ms,
      outcome,
      failure: known?.failure,
      message: isQuote && detail !== 'content' ? undefined : known?.message,
      egress: egress?.reason,
      egressCode: systemCodeOf(egress),
    });
  }

  #finish(outcome: AttemptRecord['outcome']): void {
    this.#end ??= this.#ended(outcome);
  }

  #ended(outcome: AttemptRecord['outcome']) {
    return { ms: this.#elapsed() - this.#startedMs, outcome };
  }
}

/** Their words are the provider's own, and providers quote prompts. */
const QUOTING: ReadonlySet<FailureClass> = new Set<FailureClass>([
  'parameter',
  'policy',
  'context',
  'generation',
]);

const DEEPEST_CAUSE = 4;

function egressErrorIn(error: unknown): EgressError | undefined {
  let cause = error;
  for (let depth = 0; depth < DEEPEST_CAUSE && cause instanceof Error; depth++) {
    if (isEgressError(cause)) return cause;
    cause = cause.cause;
  }
  return undefined;
}

/** Of a client of the host's own, the code may be any text. */
function systemCodeOf(error: EgressError | undefined): string | undefined {
  const code = codeOf(error?.cause);
  return code !== undefined && /^[A-Z][A-Z\d_]{1,63}$/.test(code) ? code : undefined;
}
