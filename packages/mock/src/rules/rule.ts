import type { GatewayResponse } from '@model-gateway/core/http';
import type { ResponseFault, WireFault } from './wire-fault.ts';
import type { AnyRequestPattern } from './request-pattern.ts';
import type { RuleEffect } from './rule-effect.ts';
import type { RuleContext } from './rule-context.ts';
import type { Route } from './route.ts';

/** Asks the rules after this one and at last the gateway, or the gateway at once: see `skipsRules`. */
export type Next = () => Promise<GatewayResponse>;

/** A rule for some requests, applied before or instead of the gateway's own answer. */
export interface Rule<Fault extends WireFault = ResponseFault> {
  /**
   * Names it in the journal and in the response's `x-mock-rule`: visible ASCII without commas. A
   * name that is taken gets a number.
   */
  readonly id: string;
  /** How many requests it applies to. */
  readonly times: number;
  /** The wire fault that it makes, if it makes one: some need the socket of `startMockGateway`. */
  readonly fault?: Fault | undefined;
  /**
   * Whether `next` asks the gateway itself, past the rules after this one, so that each request is
   * answered by one rule. Of routes and conversations only `always` does: their answers come from
   * rules, so that endings and faults change what the next one answers.
   */
  readonly skipsRules?: boolean | 'always' | undefined;
  /** What it is for: the id of an operation that the gateway must have, a route, or `*`. */
  readonly target?: string | undefined;
  /** The route that it answers, where it is for none of the operations. */
  readonly route?: Route | undefined;
  /** What its requests are like, for people to read: all of them hold. `matches` decides. */
  readonly where?: readonly AnyRequestPattern[] | undefined;
  /** What it does with them, for people to read. */
  readonly does?: RuleEffect | undefined;
  matches(context: RuleContext): boolean | Promise<boolean>;
  /** Whether the request repeats one that the rule has answered, and so does not count again. */
  repeats?(context: RuleContext): Promise<boolean>;
  /** `number` is how many of the tenant's requests the rule has handled, including this one. */
  answer(context: RuleContext, next: Next, number: number): Promise<GatewayResponse>;
  /** The name for a request that it answers, where it stands for several; `id` by default. */
  nameFor?(context: RuleContext): Promise<string | undefined>;
  /** Says why a conversation that it might be for is not one of its own; undefined for all others. */
  mismatch?(context: RuleContext): Promise<string | undefined>;
  /** Returns what the test left undone, which fails it when the tenant is disposed. */
  unmet?(): string | undefined;
}
