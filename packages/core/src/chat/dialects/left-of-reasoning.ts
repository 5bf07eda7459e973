import type { JsonObject } from '../../json-value.ts';

const USUAL: Readonly<Record<string, string>> = { context: 'auto', mode: 'standard' };

/** Returns what a request says of reasoning that no endpoint has: it is left out and reported. */
export function leftOfReasoning(reasoning: JsonObject | null | undefined): readonly string[] {
  return Object.keys(USUAL).flatMap((name) => {
    const value = reasoning?.[name] ?? USUAL[name];
    return value === USUAL[name] ? [] : [`reasoning.${name}`];
  });
}
