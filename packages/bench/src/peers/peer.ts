import type { Model } from '@model-gateway/core';
import type { Target } from '../target.ts';

/** Another mock server, given the same list of models. */
export interface Peer {
  readonly name: string;
  /** On npm. */
  readonly package: string;
  readonly version: string;
  readonly target: Target;
  /** Where it serves the list. */
  readonly path: string;
  /** Requests per round: enough for half a second of CPU time. */
  readonly amount: number;
  /** The text of the file that it reads the list from. */
  configuration(models: readonly Model[]): string;
  /** Its arguments, once that text is in `file`. */
  args(file: string, port: number): readonly string[];
}
