import type { Model } from '@model-gateway/core';

/** Values that a vendor recommends for a model. */
export type Recommended = NonNullable<Model['default_parameters']>;

/** A listing that recommends no value. */
export const NOTHING: Recommended = {};
