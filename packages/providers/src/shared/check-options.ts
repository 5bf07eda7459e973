import { nearestWord } from '@model-gateway/core/kit';

const KNOWN = [
  'apiKey',
  'http',
  'models',
  'baseUrl',
  'slug',
  'name',
  'maxAnswerBytes',
  'clock',
  'random',
];

interface CheckedOptions {
  readonly slug: string;
  readonly apiKey: unknown;
  readonly http: unknown;
  readonly maxAnswerBytes: number;
}

/** Throws `TypeError` for options that a provider cannot work with; never quotes a key. */
export function checkOptions(
  { slug, apiKey, http, maxAnswerBytes }: CheckedOptions,
  given: object,
  own: readonly string[],
): void {
  const names = [...KNOWN, ...own];
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    const hint = nearestWord(name, names);
    const instead =
      hint === undefined ? `the options are ${names.join(', ')}` : `did you mean ${hint}?`;
    throw new TypeError(`unknown option ${name}: ${instead}`);
  }
  if (!/^[a-z0-9][a-z0-9-]*$/.test(slug)) {
    throw new TypeError(`slug must consist of lower-case letters, digits and dashes, got ${slug}`);
  }
  if (typeof apiKey === 'string') checkKey(apiKey);
  else if (typeof apiKey !== 'function') {
    throw new TypeError('apiKey must be a key, or a function that returns one');
  }
  if (typeof http !== 'function') {
    throw new TypeError(
      'http must be an HTTP client, such as createGuardedHttpClient() of @model-gateway/egress',
    );
  }
  if (!Number.isSafeInteger(maxAnswerBytes) || maxAnswerBytes < 1) {
    throw new TypeError(`maxAnswerBytes must be a whole number from 1, got ${maxAnswerBytes}`);
  }
}

/** Throws `TypeError` for a key that cannot be sent in a header. */
export function checkKey(key: string): void {
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError('apiKey must be visible ASCII characters without spaces');
  }
}

/** Returns the URL without slashes at its end. Throws `TypeError` when paths cannot follow it. */
export function checkedBaseUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) {
    throw new TypeError('baseUrl must be a URL such as https://api.example.com/v1');
  }
  const { protocol, username, password, search, hash, href } = new URL(baseUrl);
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError(`baseUrl must start with https:// or http://, got ${protocol}`);
  }
  if (username !== '' || password !== '' || search !== '' || hash !== '') {
    throw new TypeError('baseUrl must not have a user name, password, query or fragment');
  }
  return href.replace(/\/+$/, '');
}
