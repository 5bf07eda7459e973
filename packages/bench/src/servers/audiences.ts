/** Who wants telemetry of the requests of a gateway; the first part of its path. */
export const AUDIENCES = ['off', 'nobody', 'one', 'offAgain'] as const;

export type Audience = (typeof AUDIENCES)[number];
