import type { TargetName } from '../route-name.ts';

/** What a request is for, and the parameters of its path. */
export interface OperationMatch {
  readonly id: TargetName;
  readonly params: Readonly<Record<string, string>>;
}
