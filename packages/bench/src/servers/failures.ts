/** The ways in which receivers fail, by the path of their requests. */
export const FAILURES = ['silent', 'resetting', 'slow', 'large'] as const;

export type Failure = (typeof FAILURES)[number];
