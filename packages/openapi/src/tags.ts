import type { Tag } from '@model-gateway/core';

/** Descriptions of the groups of operations. */
export const TAGS: Readonly<Record<Tag, string>> = {
  models: 'The catalog: the available models, their capabilities and their prices.',
  images: 'Generating images from text and reference images.',
  observability: 'Destinations that receive request telemetry.',
  organization: 'The members of an organization.',
  guardrails: 'The assignment of guardrails to members.',
};
