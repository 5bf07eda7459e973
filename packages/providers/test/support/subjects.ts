import { BFL_SUBJECTS } from '../subjects/bfl.ts';
import { GEMINI_SUBJECTS } from '../subjects/gemini.ts';
import { JSON_SUBJECTS } from '../subjects/json-only.ts';
import { COMPATIBLE_SUBJECTS } from '../subjects/openai-compatible.ts';
import { QUEUE_SUBJECTS } from '../subjects/queues.ts';
import { RECRAFT_STABILITY_SUBJECTS } from '../subjects/recraft-stability.ts';
import { OPENAI_SUBJECTS } from '../subjects/openai.ts';
import type { ProviderSubject } from './subject.ts';

/** Every provider over its fake. */
export const SUBJECTS: Readonly<Record<string, ProviderSubject>> = {
  ...OPENAI_SUBJECTS,
  ...COMPATIBLE_SUBJECTS,
  ...BFL_SUBJECTS,
  ...QUEUE_SUBJECTS,
  ...RECRAFT_STABILITY_SUBJECTS,
  ...GEMINI_SUBJECTS,
  ...JSON_SUBJECTS,
};
