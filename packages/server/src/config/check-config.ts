import { createBodyCheck, didYouMean } from '@model-gateway/core/kit';
import type { MemberProblem } from './member-problem.ts';
import { ConfigSchema, type Config } from './schema.ts';
import { usablePart } from './usable-part.ts';

const check = createBodyCheck({
  schema: ConfigSchema,
  secrets: ['providers', 'passThrough'],
  strict: didYouMean,
});

/** A configuration, and all that its schema finds wrong with it. */
export interface CheckedConfig {
  /** With every default. With problems, what can be used of it: for looking for more of them. */
  readonly config: Config;
  /** Unknown members with the nearest name, and values with what is allowed. */
  readonly problems: readonly MemberProblem[];
  /** How many more there are. */
  readonly more: number;
}

/** Checks a configuration by its schema. */
export function checkConfig(value: unknown): CheckedConfig {
  const reading = check(value);
  // The check has parsed it with the schema.
  if (reading.ok) return { config: reading.body as Config, problems: [], more: 0 };
  const problems = reading.issues.map(({ path, message }) => ({
    keys: keysOf(path),
    message: message.replace(/^body\b/, 'the configuration'),
  }));
  // Each member is the output of its own schema or its default, and an empty text where it has none.
  return { config: usablePart(ConfigSchema, value) as Config, problems, more: reading.more };
}

/** `providers[1].apiKey` as `['providers', 1, 'apiKey']`. */
function keysOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, position, name = '']) =>
    position === undefined ? name : Number(position),
  );
}
