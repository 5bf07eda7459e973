import { hashKey } from '@model-gateway/core';
import type { JsonObject } from '@model-gateway/core/kit';
import { isMatch, samplePattern } from './sample-pattern.ts';
import type { SampleOptions } from './sample-options.ts';
import { Unfillable } from './unfillable.ts';

interface Place extends SampleOptions {
  readonly path: readonly string[];
  /** What the text is called. */
  readonly name: string;
}

/** Longer texts are not made, whatever a schema asks for. */
const LONGEST = 10_000;

/** Returns a text that fits a schema: by its format where its pattern allows, its pattern, or its name. */
export function sampleText(schema: JsonObject, place: Place): string {
  const { format, pattern, minLength, maxLength } = schema;
  const least = typeof minLength === 'number' ? minLength : 0;
  const most = typeof maxLength === 'number' ? maxLength : Infinity;
  if (least > most || least > LONGEST) throw new Unfillable(place.path, 'no text is that long');
  const made = typeof format === 'string' ? FORMATS[format]?.(place) : undefined;
  const text = Array.from((made ?? place.name).padEnd(least, '.'))
    .slice(0, most)
    .join('');
  if (typeof pattern !== 'string') return text;
  // Zod says each format as a pattern, too: what only looks like the format is the poorer sample.
  if (made !== undefined && isMatch(pattern, text) !== false) return text;
  const found = samplePattern(pattern, { least, most });
  if (found !== undefined) return found;
  throw new Unfillable(place.path, `no text was found for the pattern ${pattern}`);
}

const FORMATS: Readonly<Record<string, (place: Place) => string>> = {
  'date-time': ({ now }) => new Date(now).toISOString(),
  date: ({ now }) => new Date(now).toISOString().slice(0, 10),
  time: ({ now }) => `${new Date(now).toISOString().slice(11, 19)}Z`,
  duration: () => 'PT1H',
  email: ({ name }) => `${wordOf(name)}@example.com`,
  'idn-email': ({ name }) => `${wordOf(name)}@example.com`,
  hostname: ({ name }) => `${wordOf(name)}.example.com`,
  'idn-hostname': ({ name }) => `${wordOf(name)}.example.com`,
  ipv4: () => '192.0.2.1',
  ipv6: () => '2001:db8::1',
  uri: ({ name }) => `https://example.com/${wordOf(name)}`,
  url: ({ name }) => `https://example.com/${wordOf(name)}`,
  iri: ({ name }) => `https://example.com/${wordOf(name)}`,
  'uri-reference': ({ name }) => `/${wordOf(name)}`,
  'iri-reference': ({ name }) => `/${wordOf(name)}`,
  'uri-template': ({ name }) => `/${wordOf(name)}/{id}`,
  uuid: ({ seed, path }) => uuidFor(`${seed}\n${path.join('/')}`),
  'json-pointer': ({ name }) => `/${wordOf(name)}`,
  'relative-json-pointer': () => '0',
  regex: () => '^.*$',
};

function wordOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'sample'
  );
}

function uuidFor(text: string): string {
  const digits = hashKey(text);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`];
  return [...parts, `a${digits.slice(17, 20)}`, digits.slice(20, 32)].join('-');
}
