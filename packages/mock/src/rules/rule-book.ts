import type { GatewayResponse } from '@model-gateway/core/http';
import { counted } from '../counted.ts';
import type { WireFault } from './wire-fault.ts';
import { checkRule, type RulePlace } from './check-rule.ts';
import { answerOf, failureOf } from './failing-rule.ts';
import { withRuleName } from './rule-header.ts';
import type { RuleHandle } from './rule-handle.ts';
import type { Next, Rule } from './rule.ts';
import type { RuleContext } from './rule-context.ts';
import type { OperationMatch } from '../http/operation-match.ts';
import { isRouteName, type TargetName } from '../route-name.ts';
import { isConversation } from './rule-target.ts';

/** A rule in one place of a book: the same rule in two places counts twice. */
export interface InstalledRule {
  /** Unique in the book, and among the rules of its parent at the time. */
  readonly id: string;
  readonly rule: Rule<WireFault>;
}

/** The rules of a book and how many requests each has handled. Never changed once taken. */
export interface RuleBookState {
  readonly fixed: readonly InstalledRule[];
  readonly used: readonly InstalledRule[];
  readonly hits: ReadonlyMap<InstalledRule, number>;
}

export interface RuleBookOptions extends RulePlace {
  /** The initial rules; the first takes precedence. */
  readonly rules?: readonly Rule<WireFault>[] | undefined;
  /**
   * The state of another book, in place of an empty one: its rules are initial rules, too, except
   * those of the parent, which apply anyway.
   */
  readonly initial?: RuleBookState | undefined;
  /** Asked after this one. */
  readonly parent?: RuleBook | undefined;
}

/** Called while a request passes through the rules. */
export interface RuleListener {
  /** A rule has a part in the answer. */
  onHit(id: string): void;
  /** A rule threw. */
  onError(error: Error): void;
}

/**
 * The rules for a request, in order of precedence: the rules added last, the initial ones, those of
 * the parent. A rule that has applied to its number of requests is passed over.
 */
export class RuleBook {
  readonly #parent: RuleBook | undefined;
  readonly #place: RulePlace;
  readonly #fixed: readonly InstalledRule[];
  readonly #initial: Pick<RuleBookState, 'used' | 'hits'>;
  #used: readonly InstalledRule[];
  #hits: Map<InstalledRule, number>;

  /** Throws when a rule is invalid, or needs a socket or an operation that is missing. */
  constructor({ rules = [], initial = NO_RULES, parent, ...place }: RuleBookOptions) {
    this.#parent = parent;
    this.#place = place;
    const fixed = this.#notOfParent(initial.fixed);
    const used = this.#notOfParent(initial.used);
    this.#fixed = [...this.#installAll(rules, [...used, ...fixed]), ...fixed];
    this.#initial = { used, hits: initial.hits };
    this.#used = used;
    this.#hits = new Map(initial.hits);
  }

  /**
   * Adds rules in front of all others; the first of several takes precedence. Throws for an invalid
   * rule, and for one that needs a socket if the gateway has none.
   */
  use(...rules: readonly Rule<WireFault>[]): readonly RuleHandle[] {
    const installed = this.#installAll(rules, this.#own());
    this.#used = [...installed, ...this.#used];
    return installed.map((each) => this.#handleOf(each));
  }

  /** Adds one rule, as `use` does. */
  add(rule: Rule<WireFault>): RuleHandle {
    const installed = this.#install(rule, this.#own());
    this.#used = [installed, ...this.#used];
    return this.#handleOf(installed);
  }

  /** As it was at the start: what was added is gone, what it had counts anew. */
  reset(): void {
    this.restore(this.#initial);
  }

  state(): RuleBookState {
    return { fixed: this.#fixed, used: this.#used, hits: new Map(this.#hits) };
  }

  restore({ used, hits }: Pick<RuleBookState, 'used' | 'hits'>): void {
    this.#used = this.#notOfParent(used);
    this.#hits = new Map(hits);
  }

  /** Returns the rules of this book, in order of precedence. */
  handles(): readonly RuleHandle[] {
    return this.#own().map((installed) => this.#handleOf(installed));
  }

  /**
   * Returns the rules that were added and have applied to fewer requests than they say; a lasting one
   * that applied to none.
   */
  pending(): readonly RuleHandle[] {
    const isPending = (installed: InstalledRule) =>
      Number.isFinite(installed.rule.times)
        ? this.#remaining(installed) > 0
        : this.#hitsOf(installed) === 0;
    return this.#used.filter(isPending).map((installed) => this.#handleOf(installed));
  }

  /** Returns the failures of added rules to report when the tenant is disposed. */
  unmet(): readonly string[] {
    return this.#used.flatMap(({ rule }) => rule.unmet?.() ?? []);
  }

  /** Says of each rule that might have answered a conversation why it did not. */
  async mismatches(context: RuleContext): Promise<readonly string[]> {
    const lines: string[] = [];
    for (const { book, installed } of this.#inOrder()) {
      const { id, rule } = installed;
      const why = await rule.mismatch?.(context);
      if (why !== undefined) lines.push(`${id}: ${why}`);
      else if (book.#remaining(installed) === 0 && rule.times > 0 && rule.mismatch !== undefined) {
        lines.push(`${id}: has answered its ${counted(rule.times, 'request')}`);
      }
    }
    return lines;
  }

  /** Returns the route of a request that a rule has installed; undefined without one. */
  routeOf(request: { readonly method: string; readonly path: string }): OperationMatch | undefined {
    for (const { book, installed } of this.#inOrder()) {
      const { route } = installed.rule;
      const params = route?.paramsOf(request);
      if (route === undefined || params === undefined) continue;
      if (book.#remaining(installed) > 0) return { id: route.name, params, definition: undefined };
    }
    return undefined;
  }

  /** Returns the rule that answered the route of a request until it was used up, if there was one. */
  usedUpFor(request: { readonly method: string; readonly path: string }): RuleHandle | undefined {
    const spent = this.#inOrder().find(({ book, installed }) => {
      const { route } = installed.rule;
      return route?.paramsOf(request) !== undefined && book.#remaining(installed) === 0;
    });
    return spent && spent.book.#handleOf(spent.installed);
  }

  /**
   * Answers with the first rule that matches. What that passes on goes to the rules after it and at
   * last to `gateway`, or there at once. A rule that throws answers with a 500 that says so.
   */
  answer(
    context: RuleContext,
    gateway: Next,
    { onHit, onError }: RuleListener,
  ): Promise<GatewayResponse> {
    const all = this.#inOrder();
    // Most requests meet no rule, and then nothing is waited for.
    if (all.length === 0) return gateway();
    const ask = async (rules: readonly Candidate[]): Promise<GatewayResponse> => {
      for (const [position, { book, installed }] of rules.entries()) {
        const { id, rule } = installed;
        let number: number | undefined;
        try {
          number = await book.#take(installed, context);
        } catch (error) {
          onHit(id);
          return withRuleName(id, failureOf(id, error, context, onError));
        }
        if (number === undefined) continue;
        const name = (await rule.nameFor?.(context)) ?? id;
        onHit(name);
        const { skipsRules = false } = rule;
        const isAlone = skipsRules === 'always' || (skipsRules && !isByRules(context.operation));
        const next = isAlone ? gateway : () => ask(rules.slice(position + 1));
        const fail = (error: unknown) => failureOf(name, error, context, onError);
        return withRuleName(name, await answerOf(rule, { context, number }, next, fail));
      }
      return gateway();
    };
    return ask(all);
  }

  #installAll(
    rules: readonly Rule<WireFault>[],
    others: readonly InstalledRule[],
  ): readonly InstalledRule[] {
    const installed: InstalledRule[] = [];
    for (const rule of rules) installed.push(this.#install(rule, [...installed, ...others]));
    return installed;
  }

  #install(rule: Rule<WireFault>, others: readonly InstalledRule[]): InstalledRule {
    checkRule(rule, this.#place);
    const parent = this.#parent === undefined ? [] : this.#parent.#inOrder();
    const taken = new Set(
      [...others, ...parent.map(({ installed }) => installed)].map(({ id }) => id),
    );
    return { id: freeId(rule.id, taken), rule };
  }

  #own(): readonly InstalledRule[] {
    return [...this.#used, ...this.#fixed];
  }

  /** Leaves out the rules of the parent, which apply anyway. */
  #notOfParent(rules: readonly InstalledRule[]): readonly InstalledRule[] {
    if (this.#parent === undefined) return rules;
    const parent = new Set(this.#parent.#inOrder().map(({ installed }) => installed));
    return rules.filter((installed) => !parent.has(installed));
  }

  #inOrder(): readonly Candidate[] {
    const isEmpty = this.#used.length === 0 && this.#fixed.length === 0;
    if (isEmpty) return this.#parent === undefined ? NONE : this.#parent.#inOrder();
    const own = this.#own().map((installed) => ({ book: this, installed }));
    return this.#parent === undefined ? own : [...own, ...this.#parent.#inOrder()];
  }

  /** The number of the request among those of the rule; undefined when it is not for this one. */
  async #take(installed: InstalledRule, context: RuleContext): Promise<number | undefined> {
    const { rule } = installed;
    if (this.#remaining(installed) === 0 && rule.repeats === undefined) return undefined;
    if (!(await rule.matches(context))) return undefined;
    if ((await rule.repeats?.(context)) === true) return this.#hitsOf(installed);
    // Checked again, because another request may arrive while a body is read.
    if (this.#remaining(installed) === 0) return undefined;
    const number = this.#hitsOf(installed) + 1;
    this.#hits.set(installed, number);
    return number;
  }

  #hitsOf(installed: InstalledRule): number {
    return this.#hits.get(installed) ?? 0;
  }

  #remaining(installed: InstalledRule): number {
    const left = installed.rule.times - this.#hitsOf(installed);
    const isThere = () => this.#used.includes(installed) || this.#fixed.includes(installed);
    return left > 0 && isThere() ? left : 0;
  }

  #remove(installed: InstalledRule): void {
    this.#used = this.#used.filter((used) => used !== installed);
  }

  #handleOf(installed: InstalledRule): RuleHandle {
    const hits = () => this.#hitsOf(installed);
    const remaining = () => this.#remaining(installed);
    const isAdded = () => this.#used.includes(installed);
    const { target, where = [], does } = installed.rule;
    return {
      id: installed.id,
      on: target,
      where,
      answer: does,
      get hits() {
        return hits();
      },
      get remaining() {
        return remaining();
      },
      get isAdded() {
        return isAdded();
      },
      remove: () => this.#remove(installed),
    };
  }
}

/** Whether rules answer it: the gateway has nothing for a route, and little for a conversation. */
function isByRules(operation: TargetName): boolean {
  return isRouteName(operation) || isConversation(operation);
}

const NONE: readonly Candidate[] = [];
const NO_RULES: RuleBookState = { fixed: [], used: [], hits: new Map() };

/** A rule and the book that counts how many requests it handled. */
interface Candidate {
  readonly book: RuleBook;
  readonly installed: InstalledRule;
}

/** The name itself, or with the first number from 2 on that makes it free. */
function freeId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number++) id = `${wanted}-${number}`;
  return id;
}
