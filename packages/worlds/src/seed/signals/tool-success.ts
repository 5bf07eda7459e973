import type { Draws } from '../draws/draws.ts';
import { normal } from '../draws/draws.ts';
import type { SignalFacts } from './facts.ts';

/** Share of models with tools of which it is not known. */
const UNKNOWN = 0.1;

/** Undefined for models that take no tools. Better models end more requests in a tool call. */
export function toolSuccessRateOf(
  { model, intelligence, focus }: SignalFacts,
  index: number,
  draws: Draws,
): number | undefined {
  if (!model.supported_parameters.includes('tools')) return undefined;
  const faker = draws('tools', index);
  if (faker.number.float() < UNKNOWN) return undefined;
  const usual = 0.12 + intelligence / 110 + (focus === 'code' ? 0.15 : 0);
  const rate = Math.min(Math.max(usual + 0.1 * normal(faker), 0.01), 0.98);
  return Math.round(rate * 1000) / 1000;
}
