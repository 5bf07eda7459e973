import type { Reasoning, ReasoningEffort } from '@model-gateway/core';

/* The ways to control reasoning that vendors write: whether it can be left, and whether it is on. */
export const OPTIONAL: Reasoning = { mandatory: false };
export const MANDATORY: Reasoning = { mandatory: true };
export const ON: Reasoning = { mandatory: false, default_enabled: true };
export const OFF: Reasoning = { mandatory: false, default_enabled: false };
export const ALWAYS_ON: Reasoning = { mandatory: true, default_enabled: true };

/** Adds efforts, highest first, and the one that applies when a request names none. */
export function withEfforts(
  shape: Reasoning,
  allowed: readonly ReasoningEffort[],
  usual: ReasoningEffort,
): Reasoning {
  return { ...shape, supported_efforts: [...allowed], default_effort: usual };
}

/** Adds that a budget of tokens is accepted, too. */
export function withBudget(shape: Reasoning): Reasoning {
  return { ...shape, supports_max_tokens: true };
}
