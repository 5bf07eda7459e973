import { openai } from '@model-gateway/providers/openai';
import { startFakeOpenAi } from '@model-gateway/providers/testing';
import type { ChatSubject } from './subject.ts';

/** Every provider of conversations over its fake. */
export const CHAT_SUBJECTS: Readonly<Record<string, ChatSubject>> = {
  openai: { start: startFakeOpenAi, create: openai, model: 'openai/gpt-5.5', isSampled: false },
};
