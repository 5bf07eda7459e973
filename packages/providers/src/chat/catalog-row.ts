import type { ChatAbilities, ChatRow } from './chat-model.ts';

/** The vendors' pages may differ by now. */
const FACTS = {
  source: 'a public catalog of models',
  asOf: '2026-08-01',
  uncertainPrice: 'from a secondary source',
} as const;

/** Returns the row of a model as a public catalog has it. */
export function row(
  upstream: string,
  name: string,
  abilities: Omit<ChatAbilities, 'maxOutput'> & {
    readonly maxOutput?: number;
    readonly released: string;
  },
): ChatRow {
  return { ...FACTS, upstream, name, maxOutput: abilities.context, ...abilities };
}
