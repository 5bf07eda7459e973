import type { Attributes, AttributeValue } from './span.ts';

/** Returns the attributes that have a value. */
export function presentAttributes(
  attributes: Readonly<Record<string, AttributeValue | undefined>>,
): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(
      (entry): entry is [string, AttributeValue] => entry[1] !== undefined,
    ),
  );
}
