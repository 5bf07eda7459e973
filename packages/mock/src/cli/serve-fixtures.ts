import type { FixtureMiss, Replay } from '@model-gateway/fixtures';
import type { FixtureWatch } from '@model-gateway/fixtures/node';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';
import type { Io, TextOutput } from './io.ts';
import type { ServeOptions } from './serve-options.ts';

/** The options of `serve` that concern fixtures. */
type FixtureServing = Pick<ServeOptions, 'fixtureFiles' | 'fixturesMode' | 'quiet'>;

/**
 * Loads the fixtures of `serve`, if there are any. `replayed` gets them again whenever they change,
 * and keeps the previous ones while they are broken. Rejects with `FixtureError`.
 */
export async function openFixtures(
  serving: FixtureServing,
  replayed: () => Replay | undefined,
  { stdout, stderr }: Io,
): Promise<FixtureWatch | undefined> {
  const { fixtureFiles, fixturesMode, quiet } = serving;
  if (fixtureFiles === undefined) return undefined;
  // Only here, because reading fixtures takes a YAML parser.
  const { watchFixtures } = await import('@model-gateway/fixtures/node');
  return watchFixtures(fixtureFiles, {
    onChange(fixtures) {
      replayed()?.replaceFixtures(fixtures);
      if (!quiet) stdout.write(`fixtures: ${describeFixtures(fixtures, fixturesMode)}\n`);
    },
    onBroken(error) {
      const message = error instanceof Error ? error.message : String(error);
      stderr.write(`the fixtures are invalid, the previous ones stay in use:\n${message}\n`);
    },
  });
}

/**
 * Prints that no fixture answers a request. Where the mock answers it then, only a request of an
 * operation that has fixtures is worth a line: one of them was probably to answer it.
 */
export function reportMiss(
  { code, message, nearest }: FixtureMiss,
  isStrict: boolean,
  stderr: TextOutput,
): void {
  if (isStrict) stderr.write(`${message} [${code}]\n`);
  else if (nearest.length > 0) stderr.write(`${message}; the mock answers it [${code}]\n`);
}
