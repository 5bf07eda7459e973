import { createHmac, randomUUID } from 'node:crypto';
import { isEgressError, type Clock, type HttpClient } from '@model-gateway/core';
import type { ResolvedWebhook } from '../config/resolve-config.ts';
import type { Logger } from '../log/create-logger.ts';

export interface WarningWebhookOptions {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Pauses before a second, third, fourth and fifth attempt, in milliseconds. */
const PAUSES_MS = [1000, 5000, 30_000, 120_000] as const;
const TIMEOUT_MS = 10_000;
const MOST_UNDER_WAY = 100;

/**
 * Sends notices to a URL of the operator, each signed as contract §5.9 says: five attempts in about
 * three minutes, a hundred notices at once. One that is given up is logged; none is waited for.
 */
export class WarningWebhook {
  readonly #webhook: ResolvedWebhook;
  readonly #options: WarningWebhookOptions;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<void>>();

  constructor(webhook: ResolvedWebhook, options: WarningWebhookOptions) {
    this.#webhook = webhook;
    this.#options = options;
  }

  /** Begins to send a notice, as JSON. */
  send(notice: object): void {
    if (this.#underWay.size >= MOST_UNDER_WAY) return this.#giveUp('too many wait already');
    const sending = this.#deliver(JSON.stringify(notice), randomUUID()).finally(() => {
      this.#underWay.delete(sending);
    });
    this.#underWay.add(sending);
  }

  /** Lets attempts that are under way end, and makes no more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#underWay);
  }

  async #deliver(body: string, id: string): Promise<void> {
    let outcome = await this.#attempt(body, id);
    for (const pause of PAUSES_MS) {
      if (!outcome.mayRetry || !(await this.#wait(pause))) break;
      outcome = await this.#attempt(body, id);
    }
    if (outcome.problem !== undefined) this.#giveUp(outcome.problem);
  }

  async #attempt(body: string, id: string): Promise<Outcome> {
    const { http, clock } = this.#options;
    const { url, secret } = this.#webhook;
    const seconds = Math.floor(clock.now() / 1000);
    const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    const timeout = new AbortController();
    const callOff = clock.after(TIMEOUT_MS, () => timeout.abort(), 'limit');
    try {
      const { status, body: answer } = await http({
        url,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-gateway-batch-id': id,
          'x-gateway-signature': `t=${seconds},v1=${digest}`,
        },
        body,
        signal: timeout.signal,
      });
      // Nothing in it is of use.
      await answer[Symbol.asyncIterator]().return?.();
      if (status >= 200 && status < 300) return { problem: undefined, mayRetry: false };
      const mayRetry = status === 408 || status === 429 || status >= 500;
      return { problem: `status ${status}`, mayRetry };
    } catch (error) {
      return { problem: error, mayRetry: !isRefused(error) };
    } finally {
      callOff();
    }
  }

  /** Resolves to false when it was closed instead. */
  #wait(milliseconds: number): Promise<boolean> {
    const { signal } = this.#closing;
    if (signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve(!signal.aborted);
      };
      const cancel = this.#options.clock.after(milliseconds, end);
      signal.addEventListener('abort', end);
    });
  }

  #giveUp(error: unknown): void {
    this.#options.logger.warn({ error }, 'a warning of a spending limit was not delivered');
  }
}

/** Whether the guard does not let the URL be called, which it will not later either. */
function isRefused(error: unknown): boolean {
  return isEgressError(error) && (error.reason === 'refused' || error.reason === 'invalid');
}

interface Outcome {
  /** Undefined where it was delivered. */
  readonly problem: unknown;
  readonly mayRetry: boolean;
}
