import type { GatewayResponse } from '@model-gateway/core';
import type { Next, Rule, RuledRequest } from './rule.ts';

/** How often each rule has been there for a request. Never changed once taken. */
export interface RuleBookState {
  readonly used: readonly Rule[];
  readonly hits: ReadonlyMap<Rule, number>;
}

/**
 * The rules that hold for a request, in the order in which they are asked: those that were added
 * last, those that were there from the start, those of the book below. A rule that has been there
 * for its number of requests is passed over.
 */
export class RuleBook {
  readonly #fixed: readonly Rule[];
  readonly #below: RuleBook | undefined;
  #used: readonly Rule[] = [];
  #hits = new Map<Rule, number>();

  constructor(fixed: readonly Rule[] = [], below?: RuleBook) {
    this.#fixed = fixed;
    this.#below = below;
  }

  /** Adds rules in front of all that are there; the first of several is asked first. */
  use(...rules: readonly Rule[]): void {
    this.#used = [...rules, ...this.#used];
  }

  /** Takes a rule away that was added; one that is not there is fine. */
  remove(rule: Rule): void {
    this.#used = this.#used.filter((used) => used !== rule);
  }

  /** As it was at the start: what was added is gone, what was there counts anew. */
  reset(): void {
    this.restore({ used: [], hits: new Map() });
  }

  state(): RuleBookState {
    return { used: this.#used, hits: new Map(this.#hits) };
  }

  restore({ used, hits }: RuleBookState): void {
    this.#used = used;
    this.#hits = new Map(hits);
  }

  hitsOf(rule: Rule): number {
    return this.#hits.get(rule) ?? 0;
  }

  /** Rules that were added and have not been there for as many requests as they were meant for. */
  pending(): readonly Rule[] {
    return this.#used.filter((rule) => Number.isFinite(rule.times) && this.#isLeft(rule));
  }

  /**
   * Answers with the first rule that matches; what that passes on goes to the next one, and at last
   * to `gateway`. `onHit` is told of every rule that had a part in the answer.
   */
  async answer(
    ruled: RuledRequest,
    gateway: Next,
    onHit: (rule: Rule) => void,
  ): Promise<GatewayResponse> {
    const rules = this.#inOrder();
    const from = async (position: number): Promise<GatewayResponse> => {
      for (let i = position; i < rules.length; i++) {
        const [book, rule] = rules[i] ?? [];
        if (book === undefined || rule === undefined) continue;
        if (!book.#isLeft(rule) || !(await rule.matches(ruled))) continue;
        // Looked at again, because reading a body takes time in which another request may come.
        if (!book.#take(rule)) continue;
        onHit(rule);
        return rule.answer(ruled, () => from(i + 1));
      }
      return gateway();
    };
    return from(0);
  }

  #inOrder(): readonly (readonly [RuleBook, Rule])[] {
    const own = [...this.#used, ...this.#fixed].map((rule) => [this, rule] as const);
    return this.#below === undefined ? own : [...own, ...this.#below.#inOrder()];
  }

  #isLeft(rule: Rule): boolean {
    return this.hitsOf(rule) < rule.times;
  }

  #take(rule: Rule): boolean {
    if (!this.#isLeft(rule)) return false;
    this.#hits.set(rule, this.hitsOf(rule) + 1);
    return true;
  }
}
