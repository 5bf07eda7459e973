import type { Clock } from '@model-gateway/core';
import type { OnReport } from './report.ts';
import { isStoreUnavailable } from '@model-gateway/core';

export type Access = 'reads' | 'writes';

/**
 * Reports each outage once when it begins and once when it is over. Reads and writes are separate:
 * a full disk or a read-only file can still be read.
 */
export class Availability {
  readonly #since = new Map<Access, number>();
  readonly #clock: Clock;
  readonly #report: OnReport;

  constructor(clock: Clock, report: OnReport) {
    this.#clock = clock;
    this.#report = report;
  }

  async watch<T>(access: Access, work: () => T | Promise<T>): Promise<T> {
    try {
      const result = await work();
      if (this.#since.size > 0) this.#recovered(access);
      return result;
    } catch (error) {
      if (isStoreUnavailable(error)) this.#failed(access, error);
      throw error;
    }
  }

  #failed(access: Access, error: unknown): void {
    if (this.#since.has(access)) return;
    this.#since.set(access, this.#clock.now());
    this.#report({ type: 'outage', of: access, error });
  }

  #recovered(access: Access): void {
    const since = this.#since.get(access);
    if (since === undefined) return;
    this.#since.delete(access);
    const seconds = (this.#clock.now() - since) / 1000;
    this.#report({ type: 'recovered', of: access, seconds });
  }
}
