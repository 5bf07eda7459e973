/** A destination, or a workspace that does not know its destinations: their records share a budget of bytes. */
export interface BudgetMember {
  /** Of records that are not under way. */
  readonly waitingBytes: number;
  /** Drops some of those to make room; must become smaller. */
  makeRoom(): void;
}

/** A limit of bytes for all that waits. Where it is exceeded, the member with the most gives first. */
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

  /** Notes that more of a member waits, or less with a negative number. */
  changed(bytes: number): void {
    this.#used += bytes;
    if (bytes <= 0) return;
    while (this.#used > this.#limit) {
      const fullest = this.#fullest();
      if (fullest === undefined || fullest.waitingBytes === 0) return;
      fullest.makeRoom();
    }
  }

  #fullest(): BudgetMember | undefined {
    let fullest: BudgetMember | undefined;
    for (const member of this.#members) {
      if (fullest === undefined || member.waitingBytes > fullest.waitingBytes) fullest = member;
    }
    return fullest;
  }
}
