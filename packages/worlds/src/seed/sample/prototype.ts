import type { Model } from '@model-gateway/core';
import data from '../data/prototypes.json' with { type: 'json' };

/** A fictional maker of models: of its ids, of their names, and of its repositories on the hub. */
export interface Vendor {
  readonly slug: string;
  readonly name: string;
  readonly hub: string;
}

/** The models of a vendor that share their first word. */
export interface Family {
  /** Position of its vendor. */
  readonly vendor: number;
  /** Each word that its names use: its length, or the word itself where documentation relies on it. */
  readonly words: readonly (number | string)[];
}

/** The purpose of a model, where that changes its texts and signals. */
export type Focus =
  | 'general'
  | 'chat'
  | 'code'
  | 'drawing'
  | 'guard'
  | 'roleplay'
  | 'search'
  | 'thinking'
  | 'vision'
  | 'voice';

/** Kinds of model that make something other than text, by what they put out. */
export type MediaKind =
  | 'image'
  | 'embeddings'
  | 'speech'
  | 'transcription'
  | 'rerank'
  | 'audio'
  | 'video';

/** Dollars per million tokens, or for a million of what else is priced. */
export type Dollars = Readonly<
  Partial<Record<Exclude<keyof Model['pricing'], 'overrides' | 'discount'>, number>>
>;

/** The facts of one model of a real catalog, without its names, texts and moments. */
export interface Prototype {
  readonly family: number;
  /**
   * Templates of the id behind the vendor, of the name, and of the slug where it is not the id: see
   * `written`. A slug that begins with a dash is behind the id.
   */
  readonly id: string;
  readonly name: string;
  readonly slug?: string;
  /** From its listing to the day of its catalog. */
  readonly minutes: number;
  readonly context: number | null;
  /** The context that its best host offers, where that is another. */
  readonly offered?: number | null;
  readonly most?: number;
  readonly moderated?: true;
  /** Modalities joined by `+`; text by default. */
  readonly inputs?: string;
  readonly outputs?: string;
  /** By default one without a name. */
  readonly tokenizer?: Model['architecture']['tokenizer'];
  readonly instruct?: NonNullable<Model['architecture']['instruct_type']>;
  readonly price: Dollars;
  /** Prices above a number of prompt tokens. */
  readonly steps?: readonly (readonly [above: number, price: Dollars])[];
  readonly discount?: number;
  readonly limits?: NonNullable<Model['per_request_limits']>;
  /** Position of its list of parameters. */
  readonly parameters: number;
  /** Position of what it recommends; null by default. */
  readonly defaults?: number;
  /** Number of voices. */
  readonly voices?: number;
  /** Months from its cutoff to the day of its catalog, and the day of the month; the last is 31. */
  readonly cutoff?: readonly [months: number, day: number];
  /** Days from the day of its catalog to its end, below 9999. */
  readonly expires?: number;
  /** Position of how it reasons, if it does. */
  readonly reasoning?: number;
  /** Of intelligence, coding and agents. */
  readonly index?: readonly (number | null)[];
  /** Its results: a position of the list of boards, an ELO and a percentage of wins each. */
  readonly boards?: readonly (readonly [board: number, elo: number, winRate: number])[];
  /** True where the weights are published. */
  readonly hub?: true;
  readonly focus?: Exclude<Focus, 'general'>;
}

/** The form of `prototypes.json`, which `pnpm observed-catalog` writes. */
export interface Prototypes {
  readonly vendors: readonly Vendor[];
  readonly families: readonly Family[];
  /** The parameters that lists are made of, by position. */
  readonly names: Model['supported_parameters'];
  readonly parameters: readonly (readonly number[])[];
  /** `arena/category` */
  readonly boards: readonly string[];
  readonly defaults: readonly NonNullable<Model['default_parameters']>[];
  readonly reasonings: readonly NonNullable<Model['reasoning']>[];
  readonly models: readonly Prototype[];
}

// A test checks the file against the wire schema by what is made of it.
export const PROTOTYPES = data as unknown as Prototypes;
