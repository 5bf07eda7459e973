/** How a model of Anthropic's is asked, where models differ. */
export interface ClaudeRules {
  /** How it is told how much to think: by an effort, by a number of tokens, or by either. */
  readonly thinksBy: 'effort' | 'tokens' | 'either';
  /** What it is told in order not to think; undefined for a model that always does. */
  readonly off: 'disabled' | 'between_tools' | undefined;
  /** Whether it may be told to think where a call is forced. */
  readonly thinksWhenForced: boolean;
  /** Whether instructions may stand behind a turn of the user. */
  readonly systemAnywhere: boolean;
}

/** What models have in common whose name is not known: they are newer. */
const NEWEST: ClaudeRules = {
  thinksBy: 'effort',
  off: undefined,
  thinksWhenForced: true,
  systemAnywhere: true,
};

const CAN_STOP: ClaudeRules = { ...NEWEST, off: 'disabled' };
const OLD: ClaudeRules = { ...CAN_STOP, thinksWhenForced: false, systemAnywhere: false };

/**
 * By the name of the model at any vendor, such as `claude-opus-5` or `us.anthropic.claude-opus-5-v1:0`;
 * the first that matches counts. Sources: platform.claude.com, the pages of the models and their
 * migration guides, and `@ai-sdk/anthropic` 4.0.105, 2026-11-26.
 */
const RULES: readonly (readonly [RegExp, ClaudeRules])[] = [
  [/sonnet-5-5/, { ...NEWEST, off: 'between_tools' }],
  [/opus-5-5|fable-5|mythos-5/, NEWEST],
  [/haiku-5-5|opus-5|sonnet-5/, CAN_STOP],
  [/opus-4-8/, { ...OLD, systemAnywhere: true }],
  [/opus-4-7/, OLD],
  [/(?:opus|sonnet)-4-6/, { ...OLD, thinksBy: 'either' }],
  [/(?:opus|sonnet|haiku)-4|claude-3/, { ...OLD, thinksBy: 'tokens' }],
];

/** Returns how a model is asked, by the vendor's name for it. */
export function claudeRules(upstream: string): ClaudeRules {
  return RULES.find(([name]) => name.test(upstream))?.[1] ?? NEWEST;
}
