/** The slots of a forwarder, as one workspace takes them. */
export interface WorkspaceSlots {
  /** Takes a slot; returns false when none is free, and then calls `wake` once one may be. */
  take(wake: () => void): boolean;
  release(): void;
}

/**
 * The requests that all destinations together may have open. Of those that wait, one of the workspace
 * with the fewest comes first, and among equals the longest waiting: receivers that take long to
 * answer, however many a workspace has, delay another workspace by one request at most.
 */
export class Slots {
  #free: number;
  /** By workspace; those without any are left out. */
  readonly #taken = new Map<string, number>();
  /** What waits, and its workspace. */
  readonly #waiting = new Map<() => void, string>();

  constructor(count: number) {
    this.#free = count;
  }

  of(workspaceId: string): WorkspaceSlots {
    return {
      take: (wake) => this.#take(workspaceId, wake),
      release: () => this.#release(workspaceId),
    };
  }

  #take(workspaceId: string, wake: () => void): boolean {
    if (this.#free === 0) {
      this.#waiting.set(wake, workspaceId);
      return false;
    }
    this.#free--;
    this.#taken.set(workspaceId, this.#takenBy(workspaceId) + 1);
    return true;
  }

  #release(workspaceId: string): void {
    this.#free++;
    const rest = this.#takenBy(workspaceId) - 1;
    if (rest === 0) this.#taken.delete(workspaceId);
    else this.#taken.set(workspaceId, rest);
    // One that has nothing to send by now takes none.
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#waiting.delete(next);
      next();
    }
  }

  #next(): (() => void) | undefined {
    if (this.#free === 0) return undefined;
    let next: (() => void) | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [wake, workspaceId] of this.#waiting) {
      const taken = this.#takenBy(workspaceId);
      if (taken >= fewest) continue;
      next = wake;
      fewest = taken;
      if (taken === 0) break;
    }
    return next;
  }

  #takenBy(workspaceId: string): number {
    return this.#taken.get(workspaceId) ?? 0;
  }
}
