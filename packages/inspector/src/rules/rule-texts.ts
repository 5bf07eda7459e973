import type { RuleState } from '../api/types.ts';
import { duration } from '../ui/format.ts';

const LONGEST = 300;

/** Returns what the requests of a rule are like, a text for each part: `body {"n":2}`. */
export function whereTexts({ where }: RuleState): readonly string[] {
  return where.flatMap((pattern) =>
    Object.entries(pattern).map(([part, like]) => `${part} ${shortened(JSON.stringify(like))}`),
  );
}

/** Returns what a rule does in a few words: `fails with 529 after 2.0 s`, `fault hang`. */
export function answerText({ answer }: RuleState): string {
  if (answer === null) return 'decides by itself';
  const { action, status, delay_ms: delay, kind } = answer;
  if (action === 'delay') return `waits ${duration(delay)}, then passes on`;
  const after = delay > 0 ? ` after ${duration(delay)}` : '';
  if (action === 'stream') return 'a stream that a test sends';
  if (kind !== null) return `${action === 'end' ? 'ends with' : 'fault'} ${kind}${after}`;
  const what = status === null ? 'reply of a function' : `${wordOf(action)} ${status}`;
  return what + after;
}

function wordOf(action: string): string {
  return action === 'fail_always' ? 'always fails with' : action === 'fail' ? 'fails with' : action;
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
