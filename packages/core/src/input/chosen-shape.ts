import * as v from 'valibot';
import { isJsonObject } from '../json-value.ts';
import { isPicklist, unwrap } from './describe-schema.ts';
import { fixedWords, type Shape } from './schema-shape.ts';

type Choice = Shape & { readonly kind: 'choice' };
type ObjectShape = Shape & { readonly kind: 'object' };

/**
 * Returns the alternative that a value means: a list is for the list, an object for the first object
 * whose fixed words it has, such as `type: 'text'`, and of objects without such words the first whose
 * required members it has, else the first that has other words in its places, such as a role that is
 * not one. Undefined when it means none of them.
 */
export function chosenShape({ options }: Choice, value: unknown): Shape | undefined {
  if (Array.isArray(value)) return options.find(({ kind }) => kind === 'list');
  if (isJsonObject(value)) {
    const isPossible = (option: Shape) =>
      option.kind === 'record' || (option.kind === 'object' && hasItsWords(option, value));
    const first = options.find(isPossible);
    if (first?.kind !== 'object' || first.words.length > 0) return first;
    const possible = options.filter(isPossible);
    return (
      possible.find((option) => option.kind === 'record' || hasItsMembers(option, value)) ??
      options.find((option) => option.kind === 'object' && hasOtherWords(option, value)) ??
      (possible.length === 1 ? first : undefined)
    );
  }
  const scalars = options.filter(({ kind }) => kind === 'leaf');
  return (
    scalars.find(({ schema }) => v.is(schema, value)) ??
    scalars.find(({ schema }) => isOfKind(schema, value))
  );
}

/**
 * Returns the member by which the objects of a choice differ, with every word that it may have;
 * undefined when there is no such member.
 */
export function wordsOfChoice({
  options,
}: Choice): readonly [string, readonly string[]] | undefined {
  const objects = options.filter((option): option is ObjectShape => option.kind === 'object');
  for (const name of objects[0]?.members.keys() ?? []) {
    const words = objects.map(({ members }) => fixedWords(members.get(name)));
    if (words.every((each) => each !== undefined)) return [name, words.flat()];
  }
  return undefined;
}

function hasItsWords(
  { words, optionalWords }: ObjectShape,
  value: Readonly<Record<string, unknown>>,
): boolean {
  for (const [name, known] of words) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (typeof given !== 'string' || !known.includes(given)) return false;
  }
  for (const [name, word] of optionalWords) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (typeof given === 'string' && given !== word) return false;
  }
  return true;
}

function hasOtherWords({ words }: ObjectShape, value: Readonly<Record<string, unknown>>): boolean {
  const names = [...words].map(([name]) => name);
  return names.length > 0 && names.every((name) => typeof value[name] === 'string');
}

function hasItsMembers(option: Shape, value: object): boolean {
  return (
    option.kind === 'object' &&
    [...option.members].every(([name, { optional }]) => optional || Object.hasOwn(value, name))
  );
}

/** Whether a scalar is of the kind that a schema is about, such as text for a list of words. */
function isOfKind(schema: v.GenericSchema, value: unknown): boolean {
  const inner = unwrap(schema);
  const kind = isPicklist(inner) ? 'string' : inner.type;
  return kind === (value === null ? 'null' : typeof value);
}
