import type { GatewayHandler } from '@model-gateway/core/http';
import type { ReplayMode } from '@model-gateway/fixtures';
import type { MockGatewayOptions } from '../mock-gateway.ts';
import { GATEWAY_OPTIONS } from '../option-names.ts';

/** Options of the Vite plugin: those of the mock, and where it is mounted. */
export interface ModelGatewayPluginOptions extends Omit<
  MockGatewayOptions,
  'basePath' | 'onCatalogReport' | 'onError' | 'onProgress'
> {
  /** The path under which the gateway is reached; `/v1` by default. Vite's `base` may come first. */
  readonly mount?: string | undefined;
  /**
   * Serves the models of this JSON file, relative to Vite's root, and reloads them when it changes.
   * Credits, destinations and everything else stay.
   */
  readonly catalog?: string | undefined;
  /**
   * Fixture files that answer before the mock: glob patterns or folders relative to Vite's root.
   * They are reloaded when one changes.
   */
  readonly fixtures?: string | readonly string[] | undefined;
  /**
   * `replay`, the default, refuses what no fixture answers; in `replay-or-mock` the mock answers
   * it. The other modes need a `fallback`.
   */
  readonly mode?: ReplayMode | undefined;
  /** The speed of streams relative to the recording; 1 by default. */
  readonly speed?: number | undefined;
  /** Answers in place of the mock: a recorder, an upstream. */
  readonly fallback?: GatewayHandler | undefined;
}

const OWN: Readonly<
  Record<Exclude<keyof ModelGatewayPluginOptions, keyof MockGatewayOptions>, true>
> = {
  mount: true,
  catalog: true,
  fixtures: true,
  mode: true,
  speed: true,
  fallback: true,
};

/** Options of a gateway that the plugin sets itself. */
const SET_HERE: readonly string[] = [
  'basePath',
  'onCatalogReport',
  'onError',
  'onProgress',
] satisfies (keyof MockGatewayOptions)[];

/** The options of the plugin: its own, and those of a gateway. */
export const PLUGIN_OPTIONS = [
  ...Object.keys(OWN),
  ...GATEWAY_OPTIONS.filter((name) => !SET_HERE.includes(name)),
];
