import type { RuleState } from '../api/types.ts';
import { duration } from '../ui/format.ts';

/** The rule that replays fixtures. */
export const FIXTURES = 'fixtures';

const LONGEST = 300;

/** Returns what the requests of a rule are like, a text for each part: `body {"n":2}`. */
export function whereTexts({ where }: RuleState): readonly string[] {
  return where.flatMap((pattern) =>
    Object.entries(pattern)
      .map(([part, like]) => `${part} ${shortened(JSON.stringify(like))}`)
      .filter((text) => text !== 'chat {}'),
  );
}

/** Returns what a rule does in a few words: `fails with 529 after 2.0 s`, `breaks with hang`. */
export function answerText({ id, answer }: RuleState): string {
  if (answer === null) return id === FIXTURES ? 'replays the fixture' : 'what its code answers';
  const { action, status, delay_ms: delay, kind } = answer;
  if (action === 'delay') return `waits ${duration(delay)}, then passes on`;
  const after = delay > 0 ? ` after ${duration(delay)}` : '';
  const talk = Object.hasOwn(TALKS, action) ? TALKS[action] : undefined;
  if (talk !== undefined) return talk;
  if (kind !== null) return `${action === 'end' ? 'ends with' : 'breaks with'} ${kind}${after}`;
  return `${WORDS[action] ?? action} ${status ?? 'what a function returns'}${after}`;
}

const WORDS: Readonly<Record<string, string>> = {
  fail: 'fails with',
  fail_always: 'always fails with',
  reply: 'replies with',
};

/** What does not depend on a status. */
const TALKS: Readonly<Record<string, string>> = {
  stream: 'streams what a test sends',
  say: 'says something',
  call: 'calls a tool',
  json: 'answers with JSON',
  refuse: 'refuses',
  script: 'answers step by step',
  inTurn: 'answers request by request',
  conversation: 'plays a conversation',
};

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
