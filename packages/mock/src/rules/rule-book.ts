import type { GatewayResponse } from '@model-gateway/core/http';
import type { WireFault } from './faults/wire-fault.ts';
import { checkRule } from './check-rule.ts';
import { answerOf, failureOf } from './failing-rule.ts';
import { withRuleName } from './rule-header.ts';
import type { RuleHandle } from './rule-handle.ts';
import type { Next, Rule } from './rule.ts';
import type { RuledRequest } from './ruled-request.ts';

/** A rule in the place that it has in a book: the same rule in two places counts twice. */
export interface PlacedRule {
  /** Unlike those of all other rules of the book, and of those that were below it when it came. */
  readonly id: string;
  readonly rule: Rule<WireFault>;
}

/** The rules of a book and how often each has been there. Never changed once taken. */
export interface RuleBookState {
  readonly fixed: readonly PlacedRule[];
  readonly used: readonly PlacedRule[];
  readonly hits: ReadonlyMap<PlacedRule, number>;
}

export interface RuleBookOptions {
  /** The rules that are there from the start; the first is asked first. */
  readonly rules?: readonly Rule<WireFault>[] | undefined;
  /**
   * What another book was like, in place of an empty one: its rules are there from the start too,
   * except those of the book below, which are asked anyway.
   */
  readonly beginning?: RuleBookState | undefined;
  /** Asked after this one. */
  readonly below?: RuleBook | undefined;
  /** Whether answers go out on sockets, which some wire faults need. */
  readonly hasSocket: boolean;
}

/** Called while a request passes through the rules. */
export interface RuleListener {
  /** A rule has a part in the answer. */
  onHit(id: string): void;
  /** A rule threw. */
  onError(error: Error): void;
}

/**
 * The rules that hold for a request, in the order in which they are asked: those that were added
 * last, those that were there from the start, those of the book below. A rule that has been there
 * for its number of requests is passed over.
 */
export class RuleBook {
  readonly #below: RuleBook | undefined;
  readonly #hasSocket: boolean;
  readonly #fixed: readonly PlacedRule[];
  readonly #beginning: Pick<RuleBookState, 'used' | 'hits'>;
  #used: readonly PlacedRule[];
  #hits: Map<PlacedRule, number>;

  /** Throws when a rule is invalid, or needs a socket that is missing. */
  constructor({ rules = [], beginning = NO_RULES, below, hasSocket }: RuleBookOptions) {
    this.#below = below;
    this.#hasSocket = hasSocket;
    const fixed = this.#notBelow(beginning.fixed);
    const used = this.#notBelow(beginning.used);
    this.#fixed = [...this.#placeAll(rules, [...used, ...fixed]), ...fixed];
    this.#beginning = { used, hits: beginning.hits };
    this.#used = used;
    this.#hits = new Map(beginning.hits);
  }

  /**
   * Adds rules in front of all that are there; the first of several is asked first. Throws when one
   * is none, or needs a socket that is not there.
   */
  use(...rules: readonly Rule<WireFault>[]): readonly RuleHandle[] {
    const placed = this.#placeAll(rules, this.#own());
    this.#used = [...placed, ...this.#used];
    return placed.map((each) => this.#handleOf(each));
  }

  /** Adds one rule, as `use` does. */
  add(rule: Rule<WireFault>): RuleHandle {
    const placed = this.#place(rule, this.#own());
    this.#used = [placed, ...this.#used];
    return this.#handleOf(placed);
  }

  /** As it was at the start: what was added is gone, what was there counts anew. */
  reset(): void {
    this.restore(this.#beginning);
  }

  state(): RuleBookState {
    return { fixed: this.#fixed, used: this.#used, hits: new Map(this.#hits) };
  }

  restore({ used, hits }: Pick<RuleBookState, 'used' | 'hits'>): void {
    this.#used = this.#notBelow(used);
    this.#hits = new Map(hits);
  }

  /** The rules of this book, in the order in which they are asked. */
  handles(): readonly RuleHandle[] {
    return this.#own().map((placed) => this.#handleOf(placed));
  }

  /** Rules that were added and have not been there for as many requests as they were meant for. */
  pending(): readonly RuleHandle[] {
    return this.#used
      .filter((placed) => Number.isFinite(placed.rule.times) && this.#remaining(placed) > 0)
      .map((placed) => this.#handleOf(placed));
  }

  /** What the rules that were added have to complain of when the tenant is disposed. */
  complaints(): readonly string[] {
    return this.#used.flatMap(({ rule }) => rule.complaint?.() ?? []);
  }

  /**
   * Answers with the first rule that matches. What that passes on goes to the rules after it and at
   * last to `gateway`, or there at once. A rule that throws answers with a 500 that says so.
   */
  async answer(
    ruled: RuledRequest,
    gateway: Next,
    { onHit, onError }: RuleListener,
  ): Promise<GatewayResponse> {
    const ask = async (rules: readonly Asked[]): Promise<GatewayResponse> => {
      for (const [position, { book, placed }] of rules.entries()) {
        const { id, rule } = placed;
        let number: number | undefined;
        try {
          number = await book.#take(placed, ruled);
        } catch (error) {
          onHit(id);
          return withRuleName(id, failureOf(id, error, ruled, onError));
        }
        if (number === undefined) continue;
        onHit(id);
        const next = rule.skipsRules === true ? gateway : () => ask(rules.slice(position + 1));
        const fail = (error: unknown) => failureOf(id, error, ruled, onError);
        return withRuleName(id, await answerOf(rule, { ruled, number }, next, fail));
      }
      return gateway();
    };
    return ask(this.#inOrder());
  }

  #placeAll(
    rules: readonly Rule<WireFault>[],
    others: readonly PlacedRule[],
  ): readonly PlacedRule[] {
    const placed: PlacedRule[] = [];
    for (const rule of rules) placed.push(this.#place(rule, [...placed, ...others]));
    return placed;
  }

  #place(rule: Rule<WireFault>, others: readonly PlacedRule[]): PlacedRule {
    checkRule(rule, this.#hasSocket);
    const below = this.#below === undefined ? [] : this.#below.#inOrder();
    const taken = new Set([...others, ...below.map(({ placed }) => placed)].map(({ id }) => id));
    return { id: freeId(rule.id, taken), rule };
  }

  #own(): readonly PlacedRule[] {
    return [...this.#used, ...this.#fixed];
  }

  /** Without the rules of the book below, which are asked anyway. */
  #notBelow(rules: readonly PlacedRule[]): readonly PlacedRule[] {
    if (this.#below === undefined) return rules;
    const below = new Set(this.#below.#inOrder().map(({ placed }) => placed));
    return rules.filter((placed) => !below.has(placed));
  }

  #inOrder(): readonly Asked[] {
    const own = this.#own().map((placed) => ({ book: this, placed }));
    return this.#below === undefined ? own : [...own, ...this.#below.#inOrder()];
  }

  /** The number of the request among those of the rule; undefined when it is not for this one. */
  async #take(placed: PlacedRule, ruled: RuledRequest): Promise<number | undefined> {
    if (this.#remaining(placed) === 0 || !(await placed.rule.matches(ruled))) return undefined;
    // Looked at again, because reading a body takes time in which another request may come.
    if (this.#remaining(placed) === 0) return undefined;
    const number = this.#hitsOf(placed) + 1;
    this.#hits.set(placed, number);
    return number;
  }

  #hitsOf(placed: PlacedRule): number {
    return this.#hits.get(placed) ?? 0;
  }

  #remaining(placed: PlacedRule): number {
    const left = placed.rule.times - this.#hitsOf(placed);
    const isThere = () => this.#used.includes(placed) || this.#fixed.includes(placed);
    return left > 0 && isThere() ? left : 0;
  }

  #remove(placed: PlacedRule): void {
    this.#used = this.#used.filter((used) => used !== placed);
  }

  #handleOf(placed: PlacedRule): RuleHandle {
    const hits = () => this.#hitsOf(placed);
    const remaining = () => this.#remaining(placed);
    return {
      id: placed.id,
      get hits() {
        return hits();
      },
      get remaining() {
        return remaining();
      },
      remove: () => this.#remove(placed),
    };
  }
}

const NO_RULES: RuleBookState = { fixed: [], used: [], hits: new Map() };

/** A rule and the book that counts how often it was there. */
interface Asked {
  readonly book: RuleBook;
  readonly placed: PlacedRule;
}

/** The name itself, or with the first number from 2 on that makes it free. */
function freeId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number++) id = `${wanted}-${number}`;
  return id;
}
