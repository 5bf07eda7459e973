import type { Tag } from '@model-gateway/core';

/** What each group of operations is about. */
export const TAGS: Readonly<Record<Tag, string>> = {
  models: 'The catalog: which models there are, what they can do and what they cost.',
  images: 'Making images from text and from other images.',
  observability: 'Destinations to which request telemetry is forwarded.',
  organization: 'The people of an organization.',
  guardrails: 'Which guardrails apply to whom.',
};
