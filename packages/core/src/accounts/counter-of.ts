import type { Budget } from '../ports/spending.ts';

/**
 * Returns what tells the limits of one subject apart: it has one of its own, whatever its reset, and
 * by guardrails one for each reset.
 */
export function counterOf({ kind, reset, guardrail }: Omit<Budget, 'id' | 'usd'>): string {
  return guardrail === undefined ? kind : `${kind} ${reset ?? 'never'}`;
}
