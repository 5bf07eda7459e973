import {
  checkOptions,
  checkValue,
  HTTP_CLIENT,
  isJsonObject,
  kindOf,
  matching,
  optionsNamed,
  TEXT,
  type ValueRule,
  wholeFrom,
} from '@model-gateway/core/kit';
import { checkModels } from './check-models.ts';

/** Options, those with a default filled in. */
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

/** What a provider adds to the options that every provider takes. */
interface OptionRules {
  /** What errors call the factory. */
  readonly factory: string;
  /** The provider's own options. */
  readonly own: Readonly<Record<string, ValueRule>>;
  /** The wire settings of its models. */
  readonly wire: Readonly<Record<string, ValueRule>> | undefined;
  /** The customary variable of its key. */
  readonly env: string | undefined;
  /** Whether it has models that need not be named. */
  readonly hasTable: boolean;
  /** Judges entries of models that make no images, and says whether one is. */
  readonly checkOther: (place: string, id: string, entry: unknown) => boolean;
}

/** Throws `TypeError` for options that are not an object. */
export function checkIsObject(options: unknown): void {
  if (isJsonObject(options)) return;
  throw new TypeError(`the options must be an object with apiKey and http, got ${kindOf(options)}`);
}

/** Throws `TypeError` for options that a provider cannot work with; never quotes a key. */
export function checkProviderOptions(
  given: object,
  options: CheckedOptions,
  rules: OptionRules,
): void {
  checkOptions(rules.factory, given, optionsNamed([...KNOWN, ...Object.keys(rules.own)]));
  checkValue('slug', options.slug, SLUG);
  checkValue('name', options.name, { ...TEXT, must: 'a text, for display' });
  checkApiKey(options.apiKey, rules.env);
  checkValue('http', options.http, HTTP_CLIENT);
  checkValue('maxAnswerBytes', options.maxAnswerBytes, wholeFrom(1));
  checkValue('clock', options.clock, CLOCK);
  checkValue('random', options.random, RANDOM);
  for (const [name, value] of Object.entries(given)) {
    const rule = rules.own[name];
    if (rule !== undefined && value !== undefined) checkValue(name, value, rule);
  }
  checkHasModels(options.models, rules.hasTable);
  if (options.models !== undefined) checkModels(options.models, rules.wire, rules.checkOther);
}

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

const SLUG = matching(/^[a-z0-9][a-z0-9-]*$/, 'lower-case letters, digits and dashes');

const isFunction = (value: unknown) => typeof value === 'function';

const CLOCK: ValueRule = {
  must: 'a Clock, such as systemClock',
  holds: (value) =>
    typeof value === 'object' && value !== null && 'now' in value && 'after' in value,
};

const RANDOM: ValueRule = { must: 'a function that returns 0 to 1', holds: isFunction };

function checkApiKey(apiKey: unknown, env: string | undefined): void {
  if (apiKey === undefined || apiKey === '') {
    throw new TypeError(
      env === undefined
        ? 'apiKey is missing: pass a key, or a function that returns one; any text for a server that takes none'
        : `apiKey is missing: pass a key, customarily process.env.${env}, or a function that returns one`,
    );
  }
  if (typeof apiKey === 'string') checkKey(apiKey);
  else if (!isFunction(apiKey)) {
    throw new TypeError(
      `apiKey must be a key, or a function that returns one, got ${kindOf(apiKey)}`,
    );
  }
}

/** A provider that serves nothing is a mistake, too. */
function checkHasModels(models: unknown, hasTable: boolean): void {
  const isEmpty = isJsonObject(models) && Object.keys(models).length === 0;
  if (models !== undefined && !isEmpty) return;
  if (!hasTable) {
    throw new TypeError(
      'models is missing: this provider has no list of its own, so name each with its endpoint',
    );
  }
  if (isEmpty) {
    throw new TypeError('models is empty: leave it out to serve all models, or name some');
  }
}

/** Throws `TypeError` for a key that cannot be sent in a header. */
export function checkKey(key: unknown): void {
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError('apiKey must be visible ASCII characters without spaces');
  }
}
