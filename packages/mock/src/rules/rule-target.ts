import { OPERATIONS } from '@model-gateway/core';
import { didYouMean } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import type { AnyOperation } from './operation-types.ts';
import type { RuleContext } from './rule-context.ts';

/** Throws when there is no such operation. */
export function checkTarget(operation: string): asserts operation is AnyOperation {
  const known: readonly string[] = ['*', ...OPERATIONS.map(({ id }) => id)];
  if (known.includes(operation)) return;
  throw diagnostic(
    'GW1204',
    `on() takes one of ${known.join(', ')}, got ${JSON.stringify(operation)}${didYouMean(operation, known)}`,
  );
}

/** Throws for an operation that never streams. */
export function checkStreams(operation: AnyOperation): void {
  if (operation === 'createImage') return;
  throw diagnostic('GW1204', `only createImage answers with streams, got on('${operation}')`);
}

/** The first part of a rule's id: `createImage.fail-529`. */
export function nameOfTarget(operation: AnyOperation): string {
  return operation === '*' ? 'any' : operation;
}

export function isTarget(operation: AnyOperation, context: RuleContext): boolean {
  return operation === '*' || operation === context.operation;
}
