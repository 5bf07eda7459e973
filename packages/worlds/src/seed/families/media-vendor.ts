/**
 * Members that families of models that do not write text share: the vendors differ by kind of
 * model, not by house.
 */
export const CLOSED_MEDIA = { house: 'cloud', tokenizer: 'Media', reasons: 'never' } as const;
export const OPEN_MEDIA = { house: 'open', tokenizer: 'Media', reasons: 'never' } as const;
