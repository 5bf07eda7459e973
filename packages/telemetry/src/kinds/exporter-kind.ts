import type { View } from '../view/view.ts';

/**
 * A kind of destination as data and pure functions: it turns a config into an exporter, views into
 * requests and answers into verdicts. What needs time or a network is in `send/`.
 */
export interface ExporterKind {
  readonly type: string;
  /** Compiles a config with its secrets in full, which only the exporter keeps. */
  compile(config: Readonly<Record<string, unknown>>): Exporter | ConfigProblem;
}

/** Why a stored config cannot be used; names the member and never its value. */
export interface ConfigProblem {
  readonly problem: string;
}

/** Sends to one destination. */
export interface Exporter {
  readonly caps: Caps;
  /** Encodes a batch; called again with the same batch when it is sent again. */
  encode(views: readonly View[], context: ExportContext): ExportRequest | Promise<ExportRequest>;
  /** Returns what an answer means for the batch. */
  verdict(answer: ExportAnswer): Verdict;
  /** Returns a request that checks address and credentials and stores as little as possible. */
  test(context: ExportContext): ExportRequest | Promise<ExportRequest>;
  /** Returns whether the answer to `test` is a success, where that is not the verdict's. */
  passesTest?(answer: ExportAnswer): boolean;
}

/** The limits of one request to a receiver. */
export interface Caps {
  readonly records: number;
  /** Of the body before compression. */
  readonly bytes: number;
}

export interface ExportContext {
  /** Identifies the batch, the same at every retry. */
  readonly batchId: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** A request to a destination. */
export interface ExportRequest {
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | string;
  /** Whether the receiver takes a gzipped body. */
  readonly mayCompress: boolean;
}

/** An answer, its body up to 64 KiB. */
export interface ExportAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What an answer means for the batch. */
export type Verdict =
  /** Arrived, except for this many records that the receiver rejected for good. */
  | { readonly kind: 'sent'; readonly rejected: number }
  /** The same batch may be sent again, not before the time of `retry-after`. */
  | { readonly kind: 'retry' }
  /** One record may have spoilt the batch (`data`), or the batch is too large (`size`). */
  | { readonly kind: 'split'; readonly because: 'data' | 'size' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

/**
 * `auth`: the credentials. `data`: the records. `missing`: nothing is at this address. `quota`: the
 * account has used up its quota.
 */
export type RefusalReason = 'auth' | 'data' | 'missing' | 'quota';
