import type { findOperation } from '@model-gateway/core/kit';

/** The operation of a request and the parameters of its path. */
export type OperationMatch = NonNullable<ReturnType<typeof findOperation>>;
