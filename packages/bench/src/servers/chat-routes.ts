/** The routes of the upstream: the first part of a path here, the model `bench/<route>` at a gateway. */
export const CHAT_ROUTES = {
  /** A delta at a time. */
  paced: 'paced',
  /** Eight deltas at a time. */
  joined: 'joined',
  /** After 20 ms a short answer. */
  first: 'first',
  /** A whole answer of 2 kB. */
  whole: 'whole',
} as const;

export type ChatRoute = (typeof CHAT_ROUTES)[keyof typeof CHAT_ROUTES];

/** The text of the first delta that says something. */
export const FIRST_WORD = 'First word';

/** Deltas of one answer. */
export const DELTAS = 400;
