/**
 * Small things with one home that the packages of this project share. Not part of the public
 * interface: names here may change in any release.
 */
export { diagnosticError, type DiagnosticEntry } from './diagnostic.ts';
export { didYouMean, nearestWord } from './http/did-you-mean.ts';
export { nextTurn } from './ports/next-turn.ts';
export { abortable, forever, wait } from './ports/wait.ts';
export { present } from './present.ts';
export { createRandomSource, type RandomSource } from './random-source.ts';
