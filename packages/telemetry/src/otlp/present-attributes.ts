import type { Attributes, AttributeValue } from './span.ts';

/** Returns the attributes that have a value. In a loop, because it runs for every span. */
export function presentAttributes(
  attributes: Readonly<Record<string, AttributeValue | undefined>>,
): Attributes {
  const present: Record<string, AttributeValue> = {};
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (value !== undefined) present[name] = value;
  }
  return present;
}
