import type { MutantDiff } from './mutant.ts';

/** A mutant that no test can detect, because it behaves the same. */
export interface EquivalentMutant extends Omit<MutantDiff, 'line'> {
  readonly file: string;
  readonly because: string;
}

/**
 * Excluded from the score. An entry that a test detects, or that no longer exists, fails `pnpm
 * mutate`.
 */
export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    file: 'packages/core/src/pipeline/authenticate.ts',
    was: "const text = CREDENTIALS.exec(headers['authorization'] ?? '')?.[1];",
    becomes: "const text = CREDENTIALS.exec(headers['authorization'] ?? 'mutated')?.[1];",
    because: 'Neither text is a header with a key.',
  },
  {
    file: 'packages/core/src/pipeline/authenticate.ts',
    was: 'for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);',
    becomes: 'for (let i = -1; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);',
    because: 'Outside of both digests there is no difference: NaN ^ NaN is 0.',
  },
  {
    file: 'packages/core/src/pipeline/authenticate.ts',
    was: 'for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);',
    becomes: 'for (let i = 0; i <= a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);',
    because: 'Outside of both digests there is no difference: NaN ^ NaN is 0.',
  },
  {
    file: 'packages/core/src/destinations/mask.ts',
    was: 'const start = Array.from(secret.slice(0, 2 * SHORTEST_SHOWN));',
    becomes: 'const start = Array.from(secret);',
    because:
      'Only the ends of a secret are shown; looking at more of it costs time, not the result.',
  },
  {
    file: 'packages/core/src/destinations/mask.ts',
    was: 'const start = Array.from(secret.slice(0, 2 * SHORTEST_SHOWN));',
    becomes: 'const start = Array.from(secret.slice(0, 3 * SHORTEST_SHOWN));',
    because:
      'Only the ends of a secret are shown; looking at more of it costs time, not the result.',
  },
  {
    file: 'packages/core/src/destinations/mask.ts',
    was: 'const end = Array.from(secret.slice(-2 * SHOWN));',
    becomes: 'const end = Array.from(secret);',
    because:
      'Only the ends of a secret are shown; looking at more of it costs time, not the result.',
  },
  {
    file: 'packages/core/src/destinations/mask.ts',
    was: 'const end = Array.from(secret.slice(-2 * SHOWN));',
    becomes: 'const end = Array.from(secret.slice(2 * SHOWN));',
    because:
      'Only the ends of a secret are shown; looking at more of it costs time, not the result.',
  },
  {
    file: 'packages/core/src/destinations/mask.ts',
    was: 'const end = Array.from(secret.slice(-2 * SHOWN));',
    becomes: 'const end = Array.from(secret.slice(-3 * SHOWN));',
    because:
      'Only the ends of a secret are shown; looking at more of it costs time, not the result.',
  },
  {
    file: 'packages/core/src/destinations/mask.ts',
    was: 'const end = Array.from(secret.slice(-2 * SHOWN));',
    becomes: 'const end = Array.from(secret.slice(-2 / SHOWN));',
    because:
      'Only the ends of a secret are shown; looking at more of it costs time, not the result.',
  },
  {
    file: 'packages/core/src/destinations/mask.ts',
    was: 'const before = Object.hasOwn(stored, name) ? stored[name] : undefined;',
    becomes: 'const before = true ? stored[name] : undefined;',
    because: 'Nothing that objects inherit is a secret, or has one inside.',
  },
  {
    file: 'packages/core/src/destinations/mask.ts',
    was: 'const alike = before.size === 0 ? undefined : before.get(canonicalJson(item));',
    becomes: 'const alike = false ? undefined : before.get(canonicalJson(item));',
    because: 'An empty map has nothing; that it is not asked saves time.',
  },
  {
    file: 'packages/core/src/destinations/mask.ts',
    was: 'const alike = before.size === 0 ? undefined : before.get(canonicalJson(item));',
    becomes: 'const alike = before.size === -1 ? undefined : before.get(canonicalJson(item));',
    because: 'An empty map has nothing; that it is not asked saves time.',
  },
  {
    file: 'packages/core/src/input/check-body.ts',
    was: 'this.#lookAtMember(name, Object.hasOwn(value, name) ? value[name] : undefined, member);',
    becomes: 'this.#lookAtMember(name, true ? value[name] : undefined, member);',
    because: 'No schema has a member that objects inherit; valibot would read that one, too.',
  },
  {
    file: 'packages/core/src/input/read-json.ts',
    was: 'if (MAY_NAME_PROTO.test(text)) dropProto(value);',
    becomes: 'if (true) dropProto(value);',
    because: 'A text that does not name it has none; that it is not looked for saves time.',
  },
  {
    file: 'packages/core/src/input/read-json.ts',
    was: "if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');",
    becomes: "if (true) Reflect.deleteProperty(value, '__proto__');",
    because: 'Deleting what is not there does nothing.',
  },
  {
    file: 'packages/core/src/input/json-structure.ts',
    was: 'let expectsName = false;',
    becomes: 'let expectsName = true;',
    because: 'Outside of every bracket there is no object to have the name.',
  },
  {
    file: 'packages/core/src/input/json-structure.ts',
    was: 'for (let i = 0; i < text.length; i++) {',
    becomes: 'for (let i = -1; i < text.length; i++) {',
    because: 'Outside of the text there is no character.',
  },
  {
    file: 'packages/core/src/input/json-structure.ts',
    was: 'for (let i = 0; i < text.length; i++) {',
    becomes: 'for (let i = 0; i <= text.length; i++) {',
    because: 'Outside of the text there is no character.',
  },
  {
    file: 'packages/core/src/input/json-structure.ts',
    was: 'if (!expectsName) next = itemsOf(next);',
    becomes: 'if (true) next = itemsOf(next);',
    because: 'In an object the next value is judged by its name, which comes first.',
  },
  {
    file: 'packages/core/src/input/json-structure.ts',
    was: "if (around?.names === undefined) next = itemsOf(around?.reading ?? 'nothing');",
    becomes: "if (true) next = itemsOf(around?.reading ?? 'nothing');",
    because: 'In an object the next value is judged by its name, which comes first.',
  },
  {
    file: 'packages/core/src/input/json-structure.ts',
    was: "if (expectsName && around?.names !== undefined && around.reading !== 'nothing') {",
    becomes: 'if (expectsName && around?.names !== undefined) {',
    because:
      'Nothing inside of what is not read is read; that its names are not looked at saves time.',
  },
  {
    file: 'packages/core/src/input/json-structure.ts',
    was: 'return undefined;',
    becomes: ';',
    because: 'A function that ends without a return gives undefined, too.',
  },
  {
    file: 'packages/core/src/images/billing.ts',
    was: 'if (compare(cost, most) > 0) most = cost;',
    becomes: 'if (compare(cost, most) >= 0) most = cost;',
    because: 'Of two equal amounts either may be taken: they are written alike.',
  },
  {
    file: 'packages/core/src/images/billing.ts',
    was: 'if (compare(cost, most) > 0) most = cost;',
    becomes: 'if (compare(cost, most) > -1) most = cost;',
    because: 'Of two equal amounts either may be taken: they are written alike.',
  },
  {
    file: 'packages/core/src/images/billing.ts',
    was: 'return formatDecimal(compare(charge, most) > 0 ? most : charge);',
    becomes: 'return formatDecimal(compare(charge, most) >= 0 ? most : charge);',
    because: 'Of two equal amounts either may be taken: they are written alike.',
  },
  {
    file: 'packages/core/src/images/billing.ts',
    was: 'return formatDecimal(compare(charge, most) > 0 ? most : charge);',
    becomes: 'return formatDecimal(compare(charge, most) > -1 ? most : charge);',
    because: 'Of two equal amounts either may be taken: they are written alike.',
  },
  {
    file: 'packages/core/src/inference/attempts/failure-policy.ts',
    was: "'invalidRequest', 'payloadTooLarge',",
    becomes: "'payloadTooLarge',",
    because: 'A value that is not in the list has the index -1, which also sorts first.',
  },
  {
    file: 'packages/core/src/inference/attempts/failure-policy.ts',
    was: 'MOST_ACTIONABLE_FIRST.indexOf(FAILURE_POLICY[failure].error);',
    becomes: 'MOST_ACTIONABLE_FIRST.lastIndexOf(FAILURE_POLICY[failure].error);',
    because: 'Each error is in the list once.',
  },
  {
    file: 'packages/core/src/images/geometry.ts',
    was: 'const expected = height * Math.round(10 * ratio.width);',
    becomes: 'const expected = height * Math.floor(10 * ratio.width);',
    because: 'The only ratios that are not whole are 19.5:9 and 9:19.5, and 10 * 19.5 is exact.',
  },
  {
    file: 'packages/core/src/images/geometry.ts',
    was: 'const difference = width * Math.round(10 * ratio.height) - expected;',
    becomes: 'const difference = width * Math.floor(10 * ratio.height) - expected;',
    because: 'The only ratios that are not whole are 19.5:9 and 9:19.5, and 10 * 19.5 is exact.',
  },
  {
    file: 'packages/core/src/images/job-size.ts',
    was: "export function pixelsOf({ pixels, tier = '1K', aspectRatio = '1:1' }: JobOutline): number {",
    becomes:
      "export function pixelsOf({ pixels, tier = '', aspectRatio = '1:1' }: JobOutline): number {",
    because: 'A tier that is not in the table also counts as 1K.',
  },
  {
    file: 'packages/core/src/images/largest-usages.ts',
    was: '.map(({ when }) => Math.floor(when?.minPromptTokens ?? -1))',
    becomes: '.map(({ when }) => Math.floor(when?.minPromptTokens ?? -2))',
    because: 'Whatever is below 0 is taken out in the next line.',
  },
  {
    file: 'packages/core/src/inference/charging/payment.ts',
    was: 'return compare(parseDecimal(a) ?? ZERO, parseDecimal(b) ?? ZERO) > 0;',
    becomes: 'return compare(parseDecimal(a) ?? ZERO, parseDecimal(b) ?? ZERO) >= 0;',
    because: 'Of two equal amounts either may be reserved or charged.',
  },
  {
    file: 'packages/core/src/inference/charging/payment.ts',
    was: 'return compare(parseDecimal(a) ?? ZERO, parseDecimal(b) ?? ZERO) > 0;',
    becomes: 'return compare(parseDecimal(a) ?? ZERO, parseDecimal(b) ?? ZERO) > -1;',
    because: 'Of two equal amounts either may be reserved or charged.',
  },
  {
    file: 'packages/egress/src/judge-address.ts',
    was: 'return ((address.parts[0] ?? 0) & 0xe000) === 0x2000;',
    becomes: 'return ((address.parts[0] ?? 1) & 0xe000) === 0x2000;',
    because: 'An IPv6 address has eight parts; the default is for the compiler.',
  },
  {
    file: 'packages/egress/src/judge-address.ts',
    was: 'return ((address.parts[0] ?? 0) & 0xe000) === 0x2000;',
    becomes: 'return ((address.parts[0] ?? -1) & 0xe000) === 0x2000;',
    because: 'An IPv6 address has eight parts; the default is for the compiler.',
  },
  {
    file: 'packages/egress/src/judge-url.ts',
    was: 'return undefined;',
    becomes: ';',
    because: 'A function that ends without a return also returns undefined.',
  },
];
