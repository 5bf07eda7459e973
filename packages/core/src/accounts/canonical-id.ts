const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const CAPITALS = /[A-F]/;

/**
 * Returns the one spelling by which an id is counted: a UUID in lower case, because UUIDs compare
 * without case, and any other text as it is. Source: contract §1.4.
 */
export function canonicalId(id: string): string {
  return CAPITALS.test(id) && UUID.test(id) ? id.toLowerCase() : id;
}
