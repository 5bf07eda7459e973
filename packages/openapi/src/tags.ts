import type { Tag } from '@model-gateway/core';

/** Descriptions of the groups of operations. */
const TAGS: Readonly<Record<Tag, string>> = {
  models: 'The catalog: the available models, their capabilities and their prices.',
  chat: 'Conversations with language models.',
  embeddings: 'Vectors of texts and other inputs, and rankings of documents.',
  images: 'Generating images from text and reference images.',
  observability: 'Destinations that receive request telemetry.',
  organization: 'The members of an organization.',
  guardrails: 'The assignment of guardrails to members.',
  accounting: 'What generations were and cost.',
};

/** Returns a group as the document lists it; groups of a host's own have no description. */
export function toTag(name: string): { readonly name: string; readonly description?: string } {
  const known: Readonly<Record<string, string>> = TAGS;
  const description = Object.hasOwn(known, name) ? known[name] : undefined;
  return { name, ...(description !== undefined && { description }) };
}
