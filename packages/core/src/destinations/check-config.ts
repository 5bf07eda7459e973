import type { RequestIssue } from '../errors.ts';
import type { IssueList } from '../input/issue-list.ts';
import { kindOf, shorten } from '../input/quote.ts';
import { isWebUrl } from '../input/web-url.ts';
import { isJsonObject, isSameJson, type JsonObject } from '../json-value.ts';
import { configMembersOf, isKnownKind, type ConfigForm } from './kinds.ts';

/**
 * Adds the problems of a config that is about to replace `stored`, a sentence each; never repeats
 * values, because any of them may be a secret. Members that are already stored and do not change
 * are checked only where the kind knows them, so that older data can still be edited. Source:
 * contract §5.3.
 */
export function checkConfig(
  type: string,
  config: JsonObject,
  stored: JsonObject,
  issues: IssueList,
): void {
  const members = configMembersOf(type);
  for (const name of Object.keys(config)) {
    const isKnown = !isKnownKind(type) || Object.hasOwn(members, name);
    if ((isKnown && config[name] !== null) || isSameJson(config[name], stored[name])) continue;
    issues.add(() =>
      config[name] === null
        ? issue(name, 'must not be null; left out, it keeps its value')
        : issue(name, `is not a member for ${type}; expected ${Object.keys(members).join(', ')}`),
    );
  }
  for (const [name, { form, required }] of Object.entries(members)) {
    if (!Object.hasOwn(config, name)) {
      if (required) issues.add(() => issue(name, `is required and must be ${describe(form)}`));
    } else if (config[name] !== null) checkForm(name, form, config[name], issues);
  }
}

function checkForm(name: string, form: ConfigForm, value: unknown, issues: IssueList): void {
  if (form === 'headers') checkHeaders(name, value, issues);
  else if (!fits(form, value)) {
    issues.add(() => issue(name, `must be ${describe(form)}${given(value)}`));
  }
}

function fits(form: Exclude<ConfigForm, 'headers'>, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (form === 'text') return LINE.test(value);
  return form === 'url' ? isPlainUrl(value) : form.includes(value);
}

/** No control characters: values end up in headers and connection strings. */
const LINE = /^[^\p{Cc}]{1,4096}$/u;

function isPlainUrl(text: string): boolean {
  if (!LINE.test(text) || !isWebUrl(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

function describe(form: ConfigForm): string {
  if (form === 'text') return 'one line of text, 1 to 4096 characters';
  if (form === 'url') return 'an http or https URL without a user name or password';
  if (form === 'headers') return 'an object of header names and text';
  return `one of ${form.join(', ')}`;
}

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/;
const MOST_HEADERS = 50;

/** Source: RFC 9110 §5.1 and §5.5 for names and values. */
function checkHeaders(member: string, value: unknown, issues: IssueList): void {
  const add = (name: string, sentence: string) => issues.add(() => issue(name, sentence));
  if (!isJsonObject(value)) return add(member, `must be ${describe('headers')}${given(value)}`);
  const names = Object.keys(value);
  if (names.length > MOST_HEADERS) return add(member, `must have at most ${MOST_HEADERS} headers`);
  // An invalid name may be a secret in the wrong place, so it is not repeated.
  if (!names.every((name) => HEADER_NAME.test(name))) {
    return add(
      member,
      "has an invalid header name; a header name consists of letters, digits and !#$%&'*+-.^_`|~",
    );
  }
  const seen = new Set<string>();
  for (const name of names) {
    const text = value[name];
    const place = `${member}.${name}`;
    if (seen.has(name.toLowerCase()))
      add(place, 'is a duplicate; header names are case-insensitive');
    else if (typeof text !== 'string' || !HEADER_VALUE.test(text)) {
      add(place, `must be text that a header can hold, one line of Latin-1${given(text)}`);
    }
    seen.add(name.toLowerCase());
  }
}

/** Describes the received value, as far as it may be repeated. */
function given(value: unknown): string {
  if (value === '') return ', got empty text';
  return typeof value === 'string' ? '' : `, got ${kindOf(value)}`;
}

function issue(name: string, sentence: string): RequestIssue {
  const path = `config.${shorten(name)}`;
  return { path, message: `${path} ${sentence}` };
}
