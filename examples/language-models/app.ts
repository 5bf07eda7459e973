import {
  createApiKey,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
} from '@model-gateway/core';
import { expressGateway } from '@model-gateway/express';
import { anthropic } from '@model-gateway/providers/anthropic';
import { openai } from '@model-gateway/providers/openai';
import express, { type Express } from 'express';

export interface AppOptions {
  readonly openai: Parameters<typeof openai>[0];
  readonly anthropic: Parameters<typeof anthropic>[0];
  /** The key that clients of the gateway need. */
  readonly apiKey: string;
  /** Told what every answer was made by, and cost. */
  readonly log: (line: string) => void;
}

/** A server whose /v1 speaks to OpenAI's and Anthropic's clients, with the models of both. */
export function createApp(options: AppOptions): Express {
  const providers = [openai(options.openai), anthropic(options.anthropic)];
  const gateway = createGateway({
    providers,
    inference: {
      // Clients that ask for `fast` follow when you choose another model.
      aliases: { fast: 'openai/gpt-5.4-mini', smart: 'anthropic/claude-opus-5' },
    },
    stores: {
      models: createMemoryModelStore(providers.flatMap(({ catalog }) => catalog)),
      keys: createMemoryKeyStore([createApiKey(options.apiKey)]),
    },
    onRequest({ operation, status, generation }) {
      if (generation === undefined) return;
      const { model, costUsd, attempts } = generation;
      const asked = attempts.map(({ provider, outcome }) => `${provider} ${outcome}`).join(', ');
      options.log(`${operation} ${status} ${model} (${asked}) ${costUsd} USD`);
    },
  });
  return express().use('/v1', expressGateway(gateway.handle));
}
