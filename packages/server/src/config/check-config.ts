import { createBodyCheck, didYouMean } from '@model-gateway/core/kit';
import { ConfigError } from './config-error.ts';
import type { ConfigDocument } from './config-document.ts';
import { ConfigSchema, type Config } from './schema.ts';

const check = createBodyCheck({ schema: ConfigSchema, secrets: ['providers'], strict: didYouMean });

/**
 * Returns a configuration with every default. Throws `ConfigError` with all that is wrong: unknown
 * members with the nearest name, and values with what is allowed.
 */
export function checkConfig(value: unknown, source: string, document?: ConfigDocument): Config {
  const reading = check(value);
  // The check has parsed it with the schema.
  if (reading.ok) return reading.body as Config;
  const problems = reading.issues.map(({ path, message }) => ({
    ...document?.placeOf(keysOf(path)),
    message: message.replace(/^body\b/, 'the configuration'),
  }));
  throw new ConfigError(source, problems, reading.more);
}

/** `providers[1].apiKey` as `['providers', 1, 'apiKey']`. */
function keysOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, position, name = '']) =>
    position === undefined ? name : Number(position),
  );
}
