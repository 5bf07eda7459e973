import { conflictBecause, invalidRequest, NO_RETRY } from '../../errors.ts';
import type { GatewayRequest } from '../../http/message.ts';
import type { ApiKey } from '../../ports/key-store.ts';
import { hashKey } from '../../secrets/hash-key.ts';
import { canonicalJson } from '../../json-value.ts';
import { Claim, STORE, type ClaimContext } from './claim.ts';
import type { KeptAnswer } from './kept-answer.ts';

/** Who asked for what: a repetition is the same in all of it, and in its path. */
export interface Repeatable {
  readonly caller: Pick<ApiKey, 'hash'> | undefined;
  readonly body: unknown;
}

const HEADER = 'idempotency-key';
const FORM = /^[\x20-\x7e]{1,255}$/;

/** Runs requests with an idempotency key once. Source: contract §12.13. */
export class IdempotentRequests {
  readonly #context: ClaimContext;

  constructor(context: ClaimContext) {
    this.#context = context;
  }

  /** Whether a request has a key. */
  asks({ headers }: Pick<GatewayRequest, 'headers'>): boolean {
    return headers[HEADER] !== undefined;
  }

  /**
   * Claims the key of a request, which may run for `leaseMs`, or returns the answer that it had. Throws
   * a 400 for a malformed key, and a 409 where the request runs, has another body, or has had an answer
   * that cannot be sent again.
   */
  async begin(
    { caller, body }: Repeatable,
    { headers, path }: Pick<GatewayRequest, 'headers' | 'path'>,
    leaseMs: number,
  ): Promise<Claim | Required<KeptAnswer>> {
    const given = headers[HEADER] ?? '';
    if (!FORM.test(given)) {
      const message = `${HEADER} must be 1 to 255 printable ASCII characters, got ${given.length}`;
      throw invalidRequest([{ path: HEADER, message }]);
    }
    const key = hashKey(`${caller?.hash ?? ''}\n${path}\n${given}`);
    const standing = await this.#ask(key, hashKey(canonicalJson(body)), leaseMs);
    switch (standing.state) {
      case 'claimed':
        return new Claim(standing.claim, this.#context);
      case 'running':
        throw conflictBecause(`the request with this ${HEADER} still runs`, {
          headers: { 'retry-after': '1' },
        });
      case 'other-body':
        throw conflictBecause(`this ${HEADER} was sent with another body: use a new one`, {
          headers: NO_RETRY,
        });
      case 'answered': {
        // What `Claim` wrote.
        const { id, whole } = JSON.parse(standing.answer) as KeptAnswer;
        if (whole !== undefined) return { id, whole };
        const why = `the answer to this ${HEADER} was a stream or is larger than 1 MiB, and cannot be sent again`;
        throw conflictBecause(why, { headers: NO_RETRY, metadata: { generation_id: id } });
      }
    }
  }

  /** Asks the store; a claim that comes too late for the client is given back. */
  async #ask(...question: Parameters<ClaimContext['store']['begin']>) {
    const { store, ask } = this.#context;
    const standing = Promise.resolve(store.begin(...question));
    try {
      return await ask(STORE, () => standing);
    } catch (error) {
      const giveBack = async () => {
        const late = await standing;
        if (late.state === 'claimed') await new Claim(late.claim, this.#context).free();
      };
      giveBack().catch(() => {});
      throw error;
    }
  }
}
