import type { GatewayResponse } from '@model-gateway/core/http';
import type { WireFault } from './wire-fault.ts';
import type { RuleEffect } from './rule-effect.ts';
import type { RuleContext } from './rule-context.ts';
import type { Next } from './rule.ts';

/** The action of a rule on the requests that it applies to. */
export interface Action<Fault extends WireFault = never> {
  /** Part of the rule's id: `fail-529`. */
  readonly name: string;
  readonly times: number;
  readonly does: RuleEffect;
  readonly fault?: Fault;
  /** As in `Rule`. */
  readonly skipsRules?: boolean | 'always';
  /** Whether only operations that stream can have it. */
  readonly needsStream?: boolean;
  /** Whether only operations that work with vectors can have it. */
  readonly needsVectors?: boolean;
  /** Whether it has something for a request that the patterns of its rule match. */
  matches?(context: RuleContext): Promise<boolean>;
  /** Says why it has nothing for a request that the patterns of its rule match. */
  mismatch?(context: RuleContext): Promise<string | undefined>;
  /** As in `Rule`. */
  repeats?(context: RuleContext): Promise<boolean>;
  /** As in `Rule`. */
  nameFor?(context: RuleContext): Promise<string | undefined>;
  answer(context: RuleContext, next: Next): Promise<GatewayResponse>;
  unmet?(): string | undefined;
}

/** For how many requests a rule holds. */
export interface TimesOption {
  /** For how many requests; 1 by default. */
  readonly times?: number | undefined;
}
