import { optional } from '@model-gateway/core/kit';
import * as v from 'valibot';
import { LATENCY_PROFILES } from './profiles.ts';

const span = v.union([v.number(), v.string()]);
const stages = v.picklist(['answer', 'start', 'partial', 'image', 'first', 'delta']);

/** A latency as a member of JSON; spans are checked where they are read. */
export const LATENCY_JSON = optional(
  v.union([
    v.picklist(Object.keys(LATENCY_PROFILES)),
    span,
    v.array(span),
    v.record(stages, v.union([span, v.array(span)])),
  ]),
  'How long answers take: a profile, a duration such as "200ms", a list of a minimum and a maximum, or one of these for each stage.',
);
