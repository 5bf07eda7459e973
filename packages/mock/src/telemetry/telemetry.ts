import type { ForwardingDecision, View } from '@model-gateway/telemetry';
import { callOf, RequestAssertionError, type Call } from '../journal/request-assertion-error.ts';

/** The outcomes of a record at a destination: `forwarded` first, then the reasons for not. */
export const FORWARDING_DECISIONS = [
  'forwarded',
  'disabled',
  'key',
  'sampling',
  'rules',
  'unsupported',
] as const satisfies readonly ForwardingDecision[];

/** Why a record is not forwarded to a destination. */
export type SuppressionReason = Exclude<ForwardingDecision, 'forwarded'>;

/** The outcome of one request's telemetry at one destination. The mock sends nothing. */
export interface TelemetryEntry {
  /** The `x-generation-id` of the response, else its `x-request-id`. */
  readonly requestId: string;
  readonly destination: { readonly id: string; readonly name: string; readonly type: string };
  /** `forwarded`, or why not: `disabled`, `key`, `sampling`, `rules`, `unsupported`. */
  readonly decision: ForwardingDecision;
  /** The record that would be sent, without inputs and outputs in privacy mode. */
  readonly view: View | undefined;
}

/**
 * The records that would have been forwarded to a tenant's destinations, and expectations of them.
 * Asked anew each time, so that it may be made before the requests come.
 */
export class Telemetry {
  readonly #entries: () => readonly TelemetryEntry[];
  readonly #place: string;

  constructor(entries: () => readonly TelemetryEntry[], place = 'any destination') {
    this.#entries = entries;
    this.#place = place;
  }

  /** Oldest first; the last 1,000 are kept. */
  all(): readonly TelemetryEntry[] {
    return this.#entries();
  }

  /** Only that of destinations with this id, name or type. */
  to(destination: string): Telemetry {
    const entries = () =>
      this.#entries().filter(({ destination: { id, name, type } }) =>
        [id, name, type].includes(destination),
      );
    return new Telemetry(entries, `"${destination}"`);
  }

  /** This many records were forwarded; at least one without a number. */
  expectForwarded(count?: number): Telemetry {
    const found = this.#entries().filter(({ decision }) => decision === 'forwarded').length;
    const isMet = count === undefined ? found > 0 : found === count;
    if (!isMet) {
      const wanted = count === undefined ? 'at least one record' : `${count} records`;
      throw this.#failure(`${wanted} to be forwarded`, callOf(this.expectForwarded));
    }
    return this;
  }

  /** No record was forwarded, and at least one was suppressed: for this reason, if it is given. */
  expectSuppressed(reason?: SuppressionReason): Telemetry {
    const entries = this.#entries();
    const isForwarded = entries.some(({ decision }) => decision === 'forwarded');
    const isSuppressed = entries.some(({ decision }) =>
      reason === undefined ? decision !== 'forwarded' : decision === reason,
    );
    if (isForwarded || !isSuppressed) {
      const why = reason === undefined ? '' : ` for the reason "${reason}"`;
      throw this.#failure(`every record to be suppressed${why}`, callOf(this.expectSuppressed));
    }
    return this;
  }

  #failure(expected: string, call: Call): RequestAssertionError {
    const counts: Record<string, number> = {};
    for (const { decision } of this.#entries()) counts[decision] = (counts[decision] ?? 0) + 1;
    const counted = Object.entries(counts).map(([decision, count]) => `${decision} ${count}`);
    const got = counted.length === 0 ? 'no records' : counted.join(', ');
    const message = `expected ${expected} to ${this.#place}, got ${got} [GW1307]`;
    return new RequestAssertionError({ message, actual: counts, expected }, call);
  }
}
