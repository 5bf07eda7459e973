import type { AnyOperation } from '@model-gateway/core';
import type { TargetName } from '../route-name.ts';

/** The operation that a request matched, and the parameters of its path. */
export interface OperationMatch {
  readonly id: TargetName;
  readonly params: Readonly<Record<string, string>>;
  /** Undefined for a route of rules. */
  readonly definition: AnyOperation | undefined;
}
