import { readdirSync, readFileSync } from 'node:fs';
import type { Block, ChatUsage } from '@model-gateway/core/chat';
import type { Reading } from './reading.ts';

/** What an answer says. */
export interface GoldenAnswer {
  readonly blocks: readonly Block[];
  /** The reason, and the provider's own word where it is another. */
  readonly finish: string;
  /** The text that ended it. */
  readonly stopSequence?: string;
  /** Those of its wire by default. */
  readonly usage?: ChatUsage | undefined;
  /** Its id and its model; those of its wire by default. */
  readonly facts?: { readonly id?: string; readonly model?: string };
  /** The tokens that have log probabilities. */
  readonly tokens?: readonly string[];
  /** For a server with rules of its own. */
  readonly reading?: Pick<Reading<never>, 'partsOf' | 'wholeResultOf'>;
  /** Words that complete it; those of its wire by default. */
  readonly sign?: RegExp;
}

/** Answers of a wire as servers send them, and what they say. */
export interface GoldenWire extends Pick<GoldenAnswer, 'usage' | 'facts'> {
  readonly reading: NonNullable<GoldenAnswer['reading']>;
  /** Words that complete an answer, where they stand first. */
  readonly sign: RegExp;
  readonly streams: ReadonlyMap<string, Buffer>;
  readonly answers: Readonly<Record<string, GoldenAnswer>>;
  /** Answers in JSON. */
  readonly bodies: ReadonlyMap<string, Buffer>;
  readonly whole: Readonly<Record<string, GoldenAnswer>>;
}

/** The files of a folder, by their names: streams, and bodies in JSON. */
export function filesIn(folder: URL): Pick<GoldenWire, 'streams' | 'bodies'> {
  const ending = (end: string) =>
    new Map(
      readdirSync(folder)
        .filter((file) => file.endsWith(end))
        .map((file) => [file.slice(0, -end.length), readFileSync(new URL(file, folder))]),
    );
  return { streams: ending('.sse'), bodies: ending('.json') };
}
