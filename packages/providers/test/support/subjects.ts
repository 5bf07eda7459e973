import { BFL_SUBJECTS } from '../subjects/bfl.ts';
import { COMPATIBLE_SUBJECTS } from '../subjects/openai-compatible.ts';
import { OPENAI_SUBJECTS } from '../subjects/openai.ts';
import type { ProviderSubject } from './subject.ts';

/** Every provider over its fake. */
export const SUBJECTS: Readonly<Record<string, ProviderSubject>> = {
  ...OPENAI_SUBJECTS,
  ...COMPATIBLE_SUBJECTS,
  ...BFL_SUBJECTS,
};
