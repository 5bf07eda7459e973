/**
 * The value of an attribute. Whole numbers and doubles are different types in OTLP, so each says
 * what it is; text and truth values are themselves.
 */
export type AttributeValue =
  | string
  | boolean
  | { readonly int: number | bigint }
  | { readonly double: number }
  | { readonly list: readonly AttributeValue[] };

/** Attributes by name, in the order in which they are written; those without a value are left out. */
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

/** A span of OTLP, as far as the gateway uses it. */
export interface Span {
  /** 32 lower-case hex characters. */
  readonly traceId: string;
  /** 16 lower-case hex characters. */
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startNanos: bigint;
  readonly endNanos: bigint;
  /** In groups without a common name: merging them would copy every attribute of every span. */
  readonly attributes: readonly Attributes[];
  readonly status: { readonly code: StatusCode; readonly message?: string | undefined };
}

/** Numbers of the protocol: opentelemetry/proto/trace/v1/trace.proto. */
export const SPAN_KIND = { internal: 1, client: 3 } as const;
export type SpanKind = (typeof SPAN_KIND)[keyof typeof SPAN_KIND];

export const STATUS_CODE = { unset: 0, ok: 1, error: 2 } as const;
export type StatusCode = (typeof STATUS_CODE)[keyof typeof STATUS_CODE];

/** What the spans of one request to a destination have in common. */
export interface SpanFrame {
  readonly resource: Attributes;
  readonly scope: { readonly name: string; readonly version: string };
}

/** The spans of one request to a destination. */
export interface SpanBatch extends SpanFrame {
  readonly spans: readonly Span[];
}

/** Nanoseconds since the Unix epoch for milliseconds with a fraction. */
export function toNanos(milliseconds: number): bigint {
  return BigInt(Math.round(milliseconds * 1000)) * 1000n;
}
