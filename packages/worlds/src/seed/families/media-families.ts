import type { Family } from './family.ts';
import { IMAGE_FAMILIES } from './image-families.ts';
import { EMBEDDINGS_FAMILIES, RERANK_FAMILIES } from './retrieval-families.ts';
import { AUDIO_FAMILIES, SPEECH_FAMILIES, TRANSCRIPTION_FAMILIES } from './sound-families.ts';
import { VIDEO_FAMILIES } from './video-families.ts';

/** Kinds of model that make something other than text, by what they put out. */
export type MediaKind =
  | 'image'
  | 'embeddings'
  | 'speech'
  | 'transcription'
  | 'rerank'
  | 'audio'
  | 'video';

/** No catalog that we observed has them in number; they follow the specification's fields. */
export const MEDIA_FAMILIES: Readonly<Record<MediaKind, readonly Family[]>> = {
  image: IMAGE_FAMILIES,
  embeddings: EMBEDDINGS_FAMILIES,
  speech: SPEECH_FAMILIES,
  transcription: TRANSCRIPTION_FAMILIES,
  rerank: RERANK_FAMILIES,
  audio: AUDIO_FAMILIES,
  video: VIDEO_FAMILIES,
};
