import { didYouMean } from '@model-gateway/core/kit';
import { diagnostic } from '../diagnostics.ts';
import type { Rule } from '../rules/rule.ts';
import type { Latency } from '../latency/latency.ts';
import type { RateLimit } from '../rate-limit.ts';
import { flakyRule } from './flaky-rule.ts';

/** The contents of a preset: default options, and rules below all others. */
interface Preset extends PresetValues {
  readonly rules?: (seed: number) => readonly Rule<never>[];
}

const PRESETS = {
  /** About every third request fails, with varying statuses, never more than two in a row. */
  flaky: { rules: (seed) => [flakyRule(seed)] },
  /** Everything takes its time, images above all. */
  slow: { latency: 'slow' },
  /** No credits are left. */
  broke: { credits: 0 },
  /** Two requests to models in ten seconds, and no more. */
  throttled: { rateLimit: { limit: 2, windowSeconds: 10 } },
} as const satisfies Readonly<Record<string, Preset>>;

/** The name of a preset: a bundle of faults such as `flaky`. */
export type PresetName = keyof typeof PRESETS;

/** One preset, or several together; an empty list has no effect. */
export type PresetChoice = PresetName | readonly PresetName[];

/** Object.keys forgets that these are the keys. */
export const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];

/** The options with those of their presets where none are given. Throws GW1703. */
export function withPreset<Options extends PresetOptions>(options: Options): Options {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const { credits, rateLimit, latency } = merged(options.preset);
  return { ...options, credits, rateLimit, latency, ...Object.fromEntries(given) };
}

/** The options that presets may set. */
interface PresetValues {
  readonly credits?: number | string | undefined;
  readonly rateLimit?: RateLimit | undefined;
  readonly latency?: Latency | undefined;
}

interface PresetOptions extends PresetValues {
  readonly preset?: PresetChoice | undefined;
}

/** The rules of presets for a tenant of this seed. Throws GW1703. */
export function presetRules(choice: PresetChoice | undefined, seed: number): Rule<never>[] {
  return presetsOf(choice).flatMap(({ rules }) => rules?.(seed) ?? []);
}

function merged(choice: PresetChoice | undefined): Preset {
  return Object.assign({}, ...presetsOf(choice)) as Preset;
}

function presetsOf(choice: PresetChoice = []): Preset[] {
  const names: readonly string[] = typeof choice === 'string' ? [choice] : choice;
  return names.map((name) => {
    const found = PRESET_NAMES.find((known) => known === name);
    if (found !== undefined) return PRESETS[found];
    const hint = didYouMean(name, PRESET_NAMES);
    const message = `unknown preset ${JSON.stringify(name)}: expected ${PRESET_NAMES.join(', ')}, or a list of them${hint}`;
    throw diagnostic('GW1703', message);
  });
}
