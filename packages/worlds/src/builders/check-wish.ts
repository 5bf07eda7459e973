import { createBodyCheck } from '@model-gateway/core';
import type * as v from 'valibot';
import { didYouMean } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';

/** What a builder is told to make: says in errors which of several is meant. */
export interface Building {
  /** `model`, `member`, `destination`, `assignment`. */
  readonly builder: string;
  readonly id: unknown;
}

/**
 * Prepares checking by a schema, where members that it does not name are refused. The check returns
 * the value as the schema has it, a copy, or throws GW1701 with every problem: which member, what
 * is expected, what came, and what was probably meant.
 */
export function createWishCheck<Schema extends v.GenericSchema>(
  schema: Schema,
): (value: unknown, building: Building) => v.InferOutput<Schema> {
  const check = createBodyCheck({ schema, secrets: [], strict: didYouMean });
  return (value, building) => {
    const reading = check(value);
    if (!reading.ok) throw unfit(building, reading.issues);
    // The schema found no issue, so this is its output.
    return reading.body;
  };
}

/** Throws GW1701 when a wish has a member that its builder does not know, or is no object at all. */
export function checkNames(wish: unknown, known: readonly string[], building: Building): void {
  if (typeof wish !== 'object' || wish === null || Array.isArray(wish)) {
    const message = `expected an object such as { id: '…' }, got ${JSON.stringify(wish) ?? 'nothing'}`;
    throw unfit(building, [{ message }]);
  }
  const strangers = Object.keys(wish).filter((name) => !known.includes(name));
  if (strangers.length === 0) return;
  const rest = `: there are ${known.join(', ')}`;
  const issues = strangers.map((name) => ({
    message: `${name} is unknown${didYouMean(name, known) || rest}`,
  }));
  throw unfit(building, issues);
}

/** What a builder throws; each issue is a sentence that names its member. */
export function unfit(
  { builder, id }: Building,
  issues: readonly { readonly message: string }[],
): Error {
  const name = `${builder}(${typeof id === 'string' ? JSON.stringify(id) : ''})`;
  const sentences = issues.map(({ message }) => message);
  const text = sentences.length === 1 ? ` ${sentences.join()}` : `\n  ${sentences.join('\n  ')}`;
  return diagnostic('GW1701', `${name}:${text}`);
}
