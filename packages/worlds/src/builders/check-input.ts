import { createBodyCheck, didYouMean } from '@model-gateway/core/kit';
import type * as v from 'valibot';
import { diagnostic } from '../diagnostics.ts';

/** Names the record that a builder makes, for its errors. */
export interface Building {
  /** `model`, `member`, `destination`, `assignment`. */
  readonly builder: string;
  readonly id: unknown;
}

/**
 * Creates a check by a schema that refuses unknown members. The check returns a copy of the value as
 * the schema reads it, or throws GW1701 with every problem: the member, what is expected, what was
 * received, and the likely intention.
 */
export function createInputCheck<Schema extends v.GenericSchema>(
  schema: Schema,
): (value: unknown, building: Building) => v.InferOutput<Schema> {
  const check = createBodyCheck({ schema, secrets: [], strict: didYouMean });
  return (value, building) => {
    const reading = check(value);
    if (!reading.ok) throw invalid(building, reading.issues);
    // The schema found no issue, so this is its output.
    return reading.body;
  };
}

/** Throws GW1701 when a spec is not an object or has a member that its builder does not know. */
export function checkNames(spec: unknown, known: readonly string[], building: Building): void {
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec)) {
    const message = `expected an object such as { id: '…' }, got ${JSON.stringify(spec) ?? 'nothing'}`;
    throw invalid(building, [{ message }]);
  }
  const unknown = Object.keys(spec).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const rest = `: expected one of ${known.join(', ')}`;
  const issues = unknown.map((name) => ({
    path: name,
    message: `${name} is unknown${didYouMean(name, known) || rest}`,
  }));
  throw invalid(building, issues);
}

/** The error of a builder: GW1701, with everything that is wrong with its input. */
export interface BuilderError extends Error {
  readonly code: 'GW1701';
  readonly issues: readonly BuilderIssue[];
}

/** A problem with the input of a builder. */
export interface BuilderIssue {
  /** The member, such as `price.input`; undefined for the input as a whole. */
  readonly path?: string | undefined;
  /** A sentence that names the member. */
  readonly message: string;
}

/** Returns whether an error is of a builder, for input from which nothing can be made. */
export function isBuilderError(error: unknown): error is BuilderError {
  return error instanceof Error && 'code' in error && error.code === 'GW1701' && 'issues' in error;
}

/** Returns the error of a builder. */
export function invalid({ builder, id }: Building, issues: readonly BuilderIssue[]): BuilderError {
  const name = `${builder}(${typeof id === 'string' ? JSON.stringify(id) : ''})`;
  const sentences = issues.map(({ message }) => message);
  const text = sentences.length === 1 ? ` ${sentences.join()}` : `\n  ${sentences.join('\n  ')}`;
  const error = diagnostic('GW1701', `${name}:${text}`);
  return Object.assign(error, { code: 'GW1701' as const, issues });
}
