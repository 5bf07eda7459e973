import type { RequestIssue } from '../errors.ts';
import { kindOf } from '../http/quote.ts';
import { isJsonObject, isSameJson, type JsonObject } from './json-value.ts';
import { configMembersOf, isKnownKind, type ConfigForm } from './kinds.ts';

/**
 * What is wrong with a config that is about to replace `stored`, a sentence each; values are never
 * repeated, because any of them may be a secret. Members that are stored already and do not change
 * are only checked where the kind knows them, so that older data can still be edited.
 * Source: decisions §5.3.
 */
export function configIssues(type: string, config: JsonObject, stored: JsonObject): RequestIssue[] {
  const members = configMembersOf(type);
  const changed = Object.keys(config).filter((name) => !isSameJson(config[name], stored[name]));
  return [
    ...changed.flatMap((name) => {
      if (config[name] === null)
        return issue(name, 'must not be null; left out, it keeps its value');
      if (!isKnownKind(type) || Object.hasOwn(members, name)) return [];
      return issue(name, `is no member for ${type}; there are ${Object.keys(members).join(', ')}`);
    }),
    ...Object.entries(members).flatMap(([name, { form, required }]) => {
      if (!Object.hasOwn(config, name)) {
        return required ? issue(name, `is required: ${describe(form)}`) : [];
      }
      return config[name] === null ? [] : formIssues(name, form, config[name]);
    }),
  ];
}

function formIssues(name: string, form: ConfigForm, value: unknown): RequestIssue[] {
  if (form === 'headers') return headerIssues(name, value);
  return fits(form, value) ? [] : issue(name, `must be ${describe(form)}${given(value)}`);
}

function fits(form: Exclude<ConfigForm, 'headers'>, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (form === 'text') return LINE.test(value);
  return form === 'url' ? isPlainUrl(value) : form.includes(value);
}

/** No control characters: values end up in headers and connection strings. */
const LINE = /^[^\p{Cc}]{1,4096}$/u;

function isPlainUrl(text: string): boolean {
  if (!LINE.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
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
function headerIssues(member: string, value: unknown): RequestIssue[] {
  if (!isJsonObject(value)) return issue(member, `must be ${describe('headers')}${given(value)}`);
  const names = Object.keys(value);
  if (names.length > MOST_HEADERS)
    return issue(member, `must have at most ${MOST_HEADERS} headers`);
  // A name that is none may be a secret in the wrong place, so it is not repeated.
  if (!names.every((name) => HEADER_NAME.test(name))) {
    return issue(member, "has a name that is no header name: letters, digits and !#$%&'*+-.^_`|~");
  }
  const lowered = names.map((name) => name.toLowerCase());
  return names.flatMap((name, position) => {
    if (lowered.indexOf(name.toLowerCase()) !== position) {
      return issue(`${member}.${name}`, 'is there twice; header names have no case');
    }
    const text = value[name];
    if (typeof text === 'string' && HEADER_VALUE.test(text)) return [];
    return issue(
      `${member}.${name}`,
      `must be text that a header can hold, one line of Latin-1${given(text)}`,
    );
  });
}

/** What came instead, as far as it may be said. */
function given(value: unknown): string {
  if (value === '') return ', got empty text';
  return typeof value === 'string' ? '' : `, got ${kindOf(value)}`;
}

const LONGEST_NAME = 80;

function issue(name: string, sentence: string): [RequestIssue] {
  const short = name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`;
  const path = `config.${short}`;
  return [{ path, message: `${path} ${sentence}` }];
}
