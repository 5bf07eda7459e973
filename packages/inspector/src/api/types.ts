/** What the control interface answers, as its OpenAPI document describes it. */

export interface Tenant {
  readonly id: string;
  readonly base_url: string;
  readonly any_key_url: string;
  readonly api_key: string;
  readonly management_key: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly credits: string;
  readonly rate_limit: { readonly limit: number; readonly window_seconds: number } | null;
}

export interface StreamProgress {
  readonly events: number;
  readonly end: string;
}

export interface RequestSummary {
  readonly number: number;
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly unknown: readonly string[];
  readonly adjusted: readonly string[];
  readonly at: string;
  readonly answered_by: readonly string[];
  readonly status: number | null;
  readonly duration_ms: number | null;
  readonly stream: StreamProgress | null;
  readonly unhandled: boolean;
}

export interface Chunk {
  readonly at_ms: number;
  readonly bytes: number;
  readonly data: unknown;
}

export interface NearFixture {
  readonly id: string;
  readonly place: string;
  readonly differences: readonly string[];
}

export interface RequestDetail extends RequestSummary {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly nearest: string | null;
  readonly nearest_fixtures: readonly NearFixture[];
  readonly body_note: string | null;
  readonly response: {
    readonly headers: Readonly<Record<string, string>>;
    readonly content_type: string | null;
    readonly body: unknown;
    readonly is_kept: boolean;
    readonly chunks: readonly Chunk[] | null;
    readonly chunks_left_out: number;
  } | null;
}

export type FeedEvent =
  | { readonly type: 'request'; readonly tenant: string; readonly request: RequestSummary }
  | { readonly type: 'tenants'; readonly tenants: readonly string[] }
  | { readonly type: 'cleared' | 'gap'; readonly tenant: string }
  | { readonly type: 'reset' };

export interface Fixture {
  readonly file: string;
  readonly text: string;
  readonly assets: readonly { readonly name: string; readonly base64: string }[];
}

export interface RuleState {
  readonly id: string;
  readonly on: string | null;
  readonly where: readonly Readonly<Record<string, unknown>>[];
  readonly answer: {
    readonly action: string;
    readonly status: number | null;
    readonly delay_ms: number;
    readonly kind: string | null;
  } | null;
  readonly hits: number;
  readonly remaining: number | null;
  readonly added: boolean;
}

export interface ClockState {
  readonly now: string;
  readonly mode: 'flowing' | 'frozen' | 'auto_advance';
  readonly waiting: number;
}

export interface Snapshot {
  readonly id: string;
  readonly at: string;
}

export interface TelemetryEntry {
  readonly request_id: string;
  readonly destination: { readonly id: string; readonly name: string; readonly type: string };
  readonly decision: string;
  readonly view: unknown;
}
