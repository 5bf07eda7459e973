import {
  compileFilterRules,
  hashKey,
  samplingKey,
  type Destination,
  type FilterableRecord,
} from '@model-gateway/core';
import type { Exporter } from '../kinds/exporter-kind.ts';
import { EXPORTER_KINDS } from '../kinds/index.ts';

/** A destination that is ready for records: keys as a set, rules parsed, config compiled. */
export interface CompiledDestination {
  readonly id: string;
  readonly type: string;
  readonly isEnabled: boolean;
  readonly isPrivate: boolean;
  readonly samplingRate: number;
  readonly samplingKey: number;
  /** Undefined for all keys. */
  readonly keyHashes: ReadonlySet<string> | undefined;
  /** Undefined for all records. */
  readonly passesRules: ((record: FilterableRecord) => boolean) | undefined;
  /** Whether the rules look at inputs or outputs, so that a record needs them. */
  readonly rulesReadContent: boolean;
  /** Differs when the config does; a digest, because the config holds secrets. */
  readonly configDigest: string;
  /** Undefined when nothing can be forwarded to this kind, or not with this config. */
  readonly exporter: Exporter | undefined;
  /** Why nothing can be forwarded, without values of the config. */
  readonly problem: string | undefined;
}

/** Compiles a destination, its secrets in full; only the exporter keeps them. */
export function compileDestination(destination: Destination): CompiledDestination {
  const { id, type, filter_rules: rules, api_key_hashes: hashes, config } = destination;
  const kind = EXPORTER_KINDS.get(type);
  const made = kind?.compile(config) ?? { problem: `nothing can be forwarded to the kind ${type}` };
  const isProblem = 'problem' in made;
  return {
    id,
    type,
    isEnabled: destination.enabled,
    isPrivate: destination.privacy_mode,
    samplingRate: destination.sampling_rate,
    samplingKey: samplingKey(id),
    keyHashes: hashes === null ? undefined : new Set(hashes),
    passesRules: rules === null ? undefined : compileFilterRules(rules),
    rulesReadContent:
      rules?.enabled === true &&
      rules.groups.some((group) =>
        group.rules.some(({ field }) => field === 'input' || field === 'output'),
      ),
    configDigest: hashKey(JSON.stringify(config)),
    exporter: isProblem ? undefined : made,
    problem: isProblem ? made.problem : undefined,
  };
}
