import type { MediaKind } from '../families/media-families.ts';

/** Remarks about models that make something other than text, a paragraph each. */
export const MEDIA_REMARKS: Readonly<Record<MediaKind, readonly string[]>> = {
  image: [
    'Hands, spokes and shop signs come out right more often than not; mirrors, chessboards and braided hair remain difficult.',
    'Reference pictures keep faces, garments and packaging consistent across a campaign.',
    'Lettering up to forty characters is legible; name the typeface, alignment and colour for predictable posters.',
    'Understands photographic vocabulary: focal length, rim light, overcast noon, halation, expired film.',
    'Edits leave untouched regions pixel-identical, so that masks are rarely necessary.',
    'Transparent backgrounds suit stickers, icons and cut-outs; soft shadows are kept as partial opacity.',
    'Flat vector-like styles, gouache, woodcut and isometric cutaways are strong; celebrity likenesses are declined.',
    'Watermarked invisibly; the mark survives cropping, recompression and mild blurring.',
  ],
  embeddings: [
    'Vectors may be truncated to a quarter of their length and renormalised; recall falls by about two points.',
    'Prefix queries with an instruction and leave documents bare.',
    'Trained on question pairs, abstracts, stack traces and parallel sentences in seventy scripts.',
    'Cosine similarity is calibrated: below a third is noise, above four fifths is a near duplicate.',
  ],
  speech: [
    'Whispering, laughter, hesitation and emphasis follow stage directions in square brackets.',
    'Numbers, abbreviations and street addresses are read as a newsreader would.',
    'Voices were recorded by consenting actors, who share in revenue; cloning is not offered.',
    'The first audible syllable arrives within two hundred milliseconds on a warm connection.',
  ],
  transcription: [
    'Accents, crosstalk and kitchen clatter were over-represented in training on purpose.',
    'Word timestamps, punctuation and speaker labels are included; profanity is kept.',
    'Domain words such as drug names or call signs can be supplied as hints.',
  ],
  rerank: [
    'Scores hundreds of candidates in one request; long passages are judged by their best window.',
    'Combines well with lexical retrieval: feed it the union of both lists.',
    'Sensitive to negation, dates and units, where bi-encoders usually stumble.',
  ],
  audio: [
    'Composes loops, stingers and songs with verses; stems are delivered separately on request.',
    'Genres from cumbia to shoegaze, tempi from forty to two hundred beats, any key including quarter tones.',
    'Foley by description: gravel, zips, creaking parquet, distant ferries.',
  ],
  video: [
    'Camera moves are literal: dolly, crane, whip pan, rack focus; gravity mostly cooperates.',
    'Clips begin from a still frame or a sentence and last up to twelve seconds with sound.',
    'Characters persist between shots when given a turnaround sheet.',
    'Cloth, water and crowds improved; juggling, knots and eating spaghetti did not.',
  ],
};
