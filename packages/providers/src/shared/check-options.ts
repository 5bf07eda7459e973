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
  readonly slug: unknown;
  readonly name: unknown;
  readonly apiKey: unknown;
  readonly http: unknown;
  readonly maxAnswerBytes: unknown;
  readonly models: unknown;
  readonly clock: unknown;
  readonly random: unknown;
}

interface CheckRules {
  /** The options as they came. */
  readonly given: object;
  /** The provider's own options. */
  readonly own: readonly string[];
  /** The customary variable of its key. */
  readonly env: string | undefined;
}

/** Throws `TypeError` for options that are not an object. */
export function checkIsObject(options: unknown): void {
  if (isObject(options)) return;
  throw new TypeError(`the options must be an object with apiKey and http, got ${kindOf(options)}`);
}

/** Throws `TypeError` for options that a provider cannot work with; never quotes a key. */
export function checkOptions(options: CheckedOptions, { given, own, env }: CheckRules): void {
  const { slug, name, apiKey, http, maxAnswerBytes, models, clock, random } = options;
  refuseUnknown('option', given, [...KNOWN, ...own]);
  if (typeof slug !== 'string' || !/^[a-z0-9][a-z0-9-]*$/.test(slug)) {
    throw new TypeError(
      `slug must consist of lower-case letters, digits and dashes, got ${String(slug)}`,
    );
  }
  if (typeof name !== 'string') {
    throw new TypeError(`name must be text, for display, got ${kindOf(name)}`);
  }
  if (apiKey === undefined || apiKey === '') {
    const hint = env === undefined ? '' : `, customarily process.env.${env}`;
    throw new TypeError(`apiKey is missing: pass a key${hint}, or a function that returns one`);
  }
  if (typeof apiKey === 'string') checkKey(apiKey);
  else if (typeof apiKey !== 'function') {
    throw new TypeError(
      `apiKey must be a key, or a function that returns one, got ${kindOf(apiKey)}`,
    );
  }
  if (typeof http !== 'function') {
    throw new TypeError(
      'http must be an HTTP client, such as createGuardedHttpClient() of @model-gateway/egress',
    );
  }
  if (!Number.isSafeInteger(maxAnswerBytes) || Number(maxAnswerBytes) < 1) {
    throw new TypeError(
      `maxAnswerBytes must be a whole number from 1, got ${String(maxAnswerBytes)}`,
    );
  }
  if (models !== undefined) checkModels(models);
  if (!isObject(clock) || !('now' in clock && 'after' in clock)) {
    throw new TypeError(`clock must be a Clock, such as systemClock, got ${kindOf(clock)}`);
  }
  if (typeof random !== 'function') {
    throw new TypeError(`random must be a function from 0 to 1, got ${kindOf(random)}`);
  }
}

const ENTRY_MEMBERS = ['like', 'upstream', 'name', 'endpoint', 'pricing', 'wire'];

function checkModels(models: unknown): void {
  if (!isObject(models)) {
    throw new TypeError(`models must be an object by model id, got ${kindOf(models)}`);
  }
  for (const [id, entry] of Object.entries(models)) {
    if (!isObject(entry)) {
      throw new TypeError(
        `models["${id}"] must be an object, {} for an entry of the table, got ${kindOf(entry)}`,
      );
    }
    refuseUnknown(`member of models["${id}"]`, entry, ENTRY_MEMBERS);
  }
}

function refuseUnknown(what: string, given: object, names: readonly string[]): void {
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    const hint = nearestWord(name, names);
    const instead = hint === undefined ? `there are ${names.join(', ')}` : `did you mean ${hint}?`;
    throw new TypeError(`unknown ${what} ${name}: ${instead}`);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value;
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
