// Each reads the text of an option and throws an error of one sentence that names the option.

import { didYouMean } from '@model-gateway/core/kit';

export function integer(name: string, text: string, minimum: number, maximum: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value;
  throw new Error(`${name} must be a whole number from ${minimum} to ${maximum}, got "${text}"`);
}

export function oneOf<const Name extends string>(
  option: string,
  text: string,
  names: readonly Name[],
): Name {
  const found = names.find((name) => name === text);
  if (found !== undefined) return found;
  const listed = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  throw new Error(`${option} must be ${listed}, got "${text}"${didYouMean(text, names)}`);
}

export function key(name: string, text: string): string {
  if (/^[\x21-\x7e]{1,8192}$/.test(text)) return text;
  throw new Error(`${name} must be 1 to 8192 visible ASCII characters without spaces`);
}

export function basePath(text: string): string {
  const path = text.replace(/\/+$/, '');
  if (path === '' || /^(\/[\w.~-]+)+$/.test(path)) return path;
  throw new Error(`--base-path must look like /v1 or /api/v1, or be / for the root, got "${text}"`);
}

/** `gateway.test`, lower-case. */
export function hostName(name: string, text: string): string {
  if (/^[\w-]+(\.[\w-]+)*$/.test(text)) return text.toLowerCase();
  throw new Error(
    `${name} must be a host name without a port, such as gateway.test, got "${text}"`,
  );
}

/** The origin of the page at a URL: `http://localhost:5173/app` is of `http://localhost:5173`. */
export function pageOrigin(name: string, text: string): string {
  const { protocol, origin } = URL.canParse(text) ? new URL(text) : {};
  if (origin !== undefined && (protocol === 'http:' || protocol === 'https:')) return origin;
  throw new Error(
    `${name} must be the URL of a page, such as http://localhost:5173, got "${text}"`,
  );
}

/** Collects the values of an option that may be repeated. */
export function repeated<Value>(
  read: (text: string) => Value,
): (text: string, before: readonly Value[] | undefined) => readonly Value[] {
  return (text, before = []) => [...before, read(text)];
}
