import { checkValue, nearestWord, OBJECT, type ValueRule } from '@model-gateway/core/kit';

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns an object whose members are all known and as their rules want them. Throws `TypeError`
 * with one sentence for anything else; undefined members count as absent.
 */
export function checkMembers(
  place: string,
  value: unknown,
  rules: Readonly<Record<string, ValueRule>>,
  required: readonly string[] = [],
): Members {
  checkValue(place, value, OBJECT);
  // It was just checked to be an object.
  const members = value as Members;
  refuseUnknown(`member of ${place}`, members, Object.keys(rules));
  for (const [name, rule] of Object.entries(rules)) {
    const isAbsent = members[name] === undefined && !required.includes(name);
    if (!isAbsent) checkValue(`${place}.${name}`, members[name], rule);
  }
  return members;
}

/** Throws `TypeError` for a name that is not known, with the nearest one that is. */
function refuseUnknown(what: string, given: object, names: readonly string[]): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || names.includes(name)) continue;
    const hint = nearestWord(name, names);
    const instead = hint === undefined ? `there are ${names.join(', ')}` : `did you mean ${hint}?`;
    throw new TypeError(`unknown ${what} ${name}: ${instead}`);
  }
}
