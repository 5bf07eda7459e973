import type { Clock, GatewayRequest, GatewayResponse, OperationId } from '@model-gateway/core';

export interface JournalOptions {
  readonly clock: Clock;
  /** How many requests are kept; the oldest are forgotten first. */
  readonly limit: number;
}

/** A request that came and what became of it. */
export interface JournalEntry {
  readonly request: GatewayRequest;
  /** Undefined for a request that is none of the gateway's operations. */
  readonly operation: OperationId | undefined;
  /** Milliseconds since the Unix epoch, by the tenant's clock. */
  readonly at: number;
  /** The rules that had a part in the answer; none when it is all the gateway's own. */
  readonly rules: readonly string[];
  /** Undefined while there is no answer yet. */
  readonly status: number | undefined;
}

/** The requests of one tenant, oldest first. */
export class Journal {
  readonly #options: JournalOptions;
  #entries: OpenEntry[] = [];

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  /** Writes down that a request came. */
  open(request: GatewayRequest, operation: OperationId | undefined): OpenEntry {
    const entry = new OpenEntry(request, operation, this.#options.clock.now());
    this.#entries.push(entry);
    if (this.#entries.length > this.#options.limit) this.#entries.shift();
    return entry;
  }

  entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
  }
}

/** An entry that is being written. */
export class OpenEntry implements JournalEntry {
  readonly request: GatewayRequest;
  readonly operation: OperationId | undefined;
  readonly at: number;
  rules: readonly string[] = [];
  status: number | undefined;

  constructor(request: GatewayRequest, operation: OperationId | undefined, at: number) {
    this.request = request;
    this.operation = operation;
    this.at = at;
  }

  /** A rule had a part in the answer. */
  ruledBy(id: string): void {
    this.rules = [...this.rules, id];
  }

  /** The answer, which comes back as it is to be sent. */
  answered(response: GatewayResponse): GatewayResponse {
    this.status = response.status;
    return response;
  }
}
