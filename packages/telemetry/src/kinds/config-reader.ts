import { isJsonObject } from '@model-gateway/core/kit';

/** Hop-by-hop headers and those that the exporter or the client sets itself. */
const OWN_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Reads members of a stored config and remembers the first problem. Stored configs were checked
 * when they were written, but may be older than that check, or imported.
 */
export class ConfigReader {
  problem: string | undefined;
  readonly #config: Readonly<Record<string, unknown>>;

  constructor(config: Readonly<Record<string, unknown>>) {
    this.#config = config;
  }

  /** Returns a required text; empty when it is missing. */
  text(name: string): string {
    const value = this.optional(name);
    if (value === undefined) this.fail(`config.${name} is required`);
    return value ?? '';
  }

  /** Returns a text, or undefined when the member is absent or empty. */
  optional(name: string): string | undefined {
    const value = Object.hasOwn(this.#config, name) ? this.#config[name] : undefined;
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'string' && !/\p{Cc}/u.test(value)) return value;
    this.fail(`config.${name} must be one line of text`);
    return undefined;
  }

  /**
   * Returns a text that matches `form`. For what becomes part of a host name, a header or a
   * statement, where other text would lead somewhere else.
   */
  matching(name: string, form: RegExp, description: string, fallback?: string): string {
    const value = this.optional(name) ?? fallback;
    if (value === undefined) return this.text(name);
    if (form.test(value)) return value;
    this.fail(`config.${name} must be ${description}`);
    return '';
  }

  /** Returns an http or https URL without credentials and fragment; `fallback` when it is absent. */
  url(name: string, fallback?: string): URL {
    const value = this.optional(name) ?? fallback;
    const url = value === undefined ? undefined : plainUrl(value);
    if (url !== undefined) return url;
    this.fail(`config.${name} must be an http or https URL without a user name or password`);
    return new URL('https://invalid.invalid');
  }

  /** Returns the extra headers, with lower-case names. */
  headers(): Record<string, string> {
    const headers = this.#config['headers'];
    if (!isJsonObject(headers)) return {};
    return Object.fromEntries(
      Object.entries(headers)
        .map(([name, value]) => [name.toLowerCase(), value] as const)
        .filter((entry): entry is [string, string] => isHeader(entry))
        .filter(([name]) => !OWN_HEADERS.has(name)),
    );
  }

  fail(problem: string): void {
    this.problem ??= problem;
  }
}

/** Returns `base` with `path` appended to its path; its query stays. */
export function joinUrl(base: URL, path: string): string {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  return url.href;
}

/** The same, unless the URL's path already ends with it. */
export function endingWith(base: URL, path: string): string {
  return base.pathname.replace(/\/+$/, '').endsWith(path) ? base.href : joinUrl(base, path);
}

function plainUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url;
}

/** Source: RFC 9110 §5.1 and §5.5. */
function isHeader([name, value]: readonly [string, unknown]): boolean {
  return (
    /^[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(name) &&
    typeof value === 'string' &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
  );
}
