import { tinyImageBytes } from '@model-gateway/providers/testing';

/** A reference image. */
export const REFERENCE = { bytes: tinyImageBytes('png'), mediaType: 'image/png' };
