import * as v from 'valibot';

/** A UUID in a request, read in lower case: UUIDs compare without case. Source: contract §1.4. */
export const UuidSchema = v.pipe(v.string(), v.uuid(), v.toLowerCase());
