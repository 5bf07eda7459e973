import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any character of Unicode, as the unit of a text. What fast-check calls `binary` is the same, and
 * begins with a list of all of them, which takes a process most of a second.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map((at) => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count));
