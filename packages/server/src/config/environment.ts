import { didYouMean, isJsonObject, jsonIn } from '@model-gateway/core/kit';
import * as v from 'valibot';
import { memberName, type MemberKeys } from './member-problem.ts';
import { ConfigError } from './config-error.ts';
import { ConfigSchema } from './schema.ts';
import { partsOf } from './usable-part.ts';

const PREFIX = 'MODEL_GATEWAY_';
/** Between the names of a member and of the one that it is in. */
const INSIDE = '__';

interface Setting {
  readonly keys: MemberKeys;
  readonly schema: v.GenericSchema;
}

/** Every member that a variable may give: `MODEL_GATEWAY_SERVER__MAX_BODY_BYTES`, for example. */
const SETTINGS: ReadonlyMap<string, Setting> = new Map(settingsIn(ConfigSchema, []));

/**
 * Returns a configuration in which variables stand in for members, with the variables by the members'
 * names. A value is a text where the member takes one, else JSON. A secret stays in its variable.
 * Throws `ConfigError` for a variable that looks like a setting and is not one.
 */
export function withEnvironment(
  value: unknown,
  env: Readonly<Record<string, string | undefined>>,
): { readonly value: unknown; readonly variables: ReadonlyMap<string, string> } {
  const variables = new Map<string, string>();
  const unknown: string[] = [];
  let changed = value;
  for (const [variable, text] of Object.entries(env)) {
    if (text === undefined || !variable.startsWith(PREFIX)) continue;
    const setting = SETTINGS.get(variable);
    if (setting !== undefined) {
      changed = replaced(changed, setting.keys, valueOf(variable, text, setting.schema));
      variables.set(memberName(setting.keys), variable);
      // Others, such as MODEL_GATEWAY_SECRET_KEYS, may be named by { env }.
    } else if (variable.includes(INSIDE)) unknown.push(variable);
  }
  if (unknown.length === 0) return { value: changed, variables };
  const problems = unknown.map((variable) => ({
    message: `${variable} is not a member of the configuration${didYouMean(variable, [...SETTINGS.keys()])}`,
  }));
  throw new ConfigError('the environment', problems);
}

function settingsIn(schema: v.GenericSchema, keys: MemberKeys): [string, Setting][] {
  const { entries } = partsOf(schema);
  if (entries === undefined) return [[variableOf(keys), { keys, schema }]];
  return Object.entries(entries).flatMap(([name, member]) => settingsIn(member, [...keys, name]));
}

/** `MODEL_GATEWAY_SERVER__MAX_BODY_BYTES` for `server.maxBodyBytes`. */
function variableOf(keys: MemberKeys): string {
  const words = keys.map((key) => String(key).replace(/[A-Z]/g, '_$&').toUpperCase());
  return `${PREFIX}${words.join(INSIDE)}`;
}

/** The first form of a variable that its member accepts, else the last one, for the error. */
function valueOf(variable: string, text: string, schema: v.GenericSchema): unknown {
  const json = jsonIn(text);
  const forms = [{ env: variable }, text, ...(json === undefined ? [] : [json])];
  const position = forms.findIndex((form) => v.is(schema, form));
  return forms.at(position);
}

/** Returns a copy of `value` in which the member at `keys` is another. */
function replaced(value: unknown, [key, ...rest]: MemberKeys, member: unknown): unknown {
  if (key === undefined) return member;
  const before = isJsonObject(value) ? value : {};
  return { ...before, [key]: replaced(before[key], rest, member) };
}
