/** A queue that shares a budget of bytes with others. */
export interface BudgetMember {
  readonly queuedBytes: number;
  /** Drops its oldest record to make room; must become smaller. */
  makeRoom(): void;
}

/** A limit of bytes for all queues together. Where it is exceeded, the fullest queue gives first. */
export class SharedBudget {
  #used = 0;
  readonly #limit: number;
  readonly #members = new Set<BudgetMember>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  join(member: BudgetMember): void {
    this.#members.add(member);
  }

  leave(member: BudgetMember): void {
    this.#members.delete(member);
  }

  /** Notes that a member's queue grew, or shrank with a negative number. */
  changed(bytes: number): void {
    this.#used += bytes;
    if (bytes <= 0) return;
    while (this.#used > this.#limit) {
      const fullest = this.#fullest();
      if (fullest === undefined || fullest.queuedBytes === 0) return;
      fullest.makeRoom();
    }
  }

  #fullest(): BudgetMember | undefined {
    let fullest: BudgetMember | undefined;
    for (const member of this.#members) {
      if (fullest === undefined || member.queuedBytes > fullest.queuedBytes) fullest = member;
    }
    return fullest;
  }
}
