/** Wire faults that every host can make: what a response can express, and no response at all. */
const RESPONSE_FAULTS = [
  /** No answer; the connection stays open until the client leaves or the tenant is disposed. */
  'hang',
  /** 200 without a body. */
  'empty-200',
  /** The first half of the answer, as if it were all of it. */
  'cut-json',
  /** A page of HTML with status 502, as proxies send. */
  'html-502',
  /** The answer, labelled as HTML. */
  'wrong-content-type',
] as const;

/** Wire faults in place of an answer. They take a socket: with `startMockGateway` only. */
const ABSENT_ANSWERS = [
  /** The connection is reset (RST). */
  'reset-before-headers',
  /** The connection is closed (FIN). */
  'end-before-headers',
  /** Bytes that are not HTTP. */
  'garbage',
] as const;

/** Wire faults in the middle of an answer. They take a socket: with `startMockGateway` only. */
const BROKEN_ANSWERS = [
  /** The connection is reset (RST) after the headers. */
  'reset-after-headers',
  /** The connection is closed (FIN) before there are as many bytes as `content-length` says. */
  'short-content-length',
  /** The connection is closed (FIN) in the middle of a chunk. */
  'truncated-chunk',
  /** A chunk whose size is not a number. */
  'bad-chunk',
] as const;

/** The faults of answers that work wherever the gateway runs. */
export type ResponseFault = (typeof RESPONSE_FAULTS)[number];
export type AbsentAnswer = (typeof ABSENT_ANSWERS)[number];
export type BrokenAnswer = (typeof BROKEN_ANSWERS)[number];

/** All faults: below HTTP, in its framing, or between the client and the gateway. */
export type WireFault = ResponseFault | AbsentAnswer | BrokenAnswer;

export const PORTABLE_FAULTS: readonly WireFault[] = RESPONSE_FAULTS;
export const WIRE_FAULTS: readonly WireFault[] = [
  ...ABSENT_ANSWERS,
  ...BROKEN_ANSWERS,
  ...RESPONSE_FAULTS,
];

export function isAbsentAnswer(fault: WireFault): fault is AbsentAnswer {
  return ABSENT_ANSWERS.some((name) => name === fault);
}

export function isBrokenAnswer(fault: WireFault): fault is BrokenAnswer {
  return BROKEN_ANSWERS.some((name) => name === fault);
}

/** Returns whether a fault is made on a socket. */
export function needsSocket(fault: WireFault): fault is AbsentAnswer | BrokenAnswer {
  return isAbsentAnswer(fault) || isBrokenAnswer(fault);
}
