import type { Said } from '../ui/bubble.tsx';

/** What a client heard. */
interface Heard {
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string;
  readonly calls: readonly { readonly name: string; readonly args: unknown }[];
}

/** An answer as the client heard it; what it sent back later has the ids of calls, too. */
export function saidInAnswer(answer: Heard | null | undefined): readonly Said[] {
  if (answer == null) return [];
  const who = 'assistant';
  const texts: readonly Said[] = [
    { who, kind: 'reasoning', text: answer.reasoning },
    { who, kind: 'text', text: answer.text },
    { who, kind: 'refusal', text: answer.refusal },
  ];
  return [
    ...texts.filter(({ text }) => text !== ''),
    ...answer.calls.map(({ name, args }) => ({ who, kind: 'call', text: name, args }) as const),
  ];
}
