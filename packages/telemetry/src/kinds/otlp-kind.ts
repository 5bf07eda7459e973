import { framedJson, spansToJson } from '../otlp/encode-json.ts';
import { framedProtobuf, spansToProtobuf } from '../otlp/encode-protobuf.ts';
import { rejectedSpansIn } from '../otlp/read-response.ts';
import type { Attributes, Span, SpanFrame } from '../otlp/span.ts';
import { spansOf, type SpanStyle } from '../otlp/span-of.ts';
import type { View } from '../view/view.ts';
import { ConfigReader } from './config-reader.ts';
import type { Caps, ExporterKind, ExportRequest } from './exporter-kind.ts';
import { inTurns } from './in-turns.ts';
import { isSuccess, OTLP_RETRIED, verdictOfStatus } from './statuses.ts';

/** What distinguishes one receiver of OTLP from another. */
export interface OtlpRow {
  readonly type: string;
  /** Reads the config; a problem that the reader remembers makes the config invalid. */
  connect(read: ConfigReader): OtlpConnection;
  /** Protobuf, which every receiver takes, unless a row says otherwise. */
  readonly encoding?: 'protobuf' | 'json';
  /** How its spans differ from `SINGLE_SPAN`. */
  readonly style?: Partial<SpanStyle>;
  readonly caps?: Partial<Caps>;
  readonly isAllOrNothing?: boolean;
}

export interface OtlpConnection {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Attributes of the resource, which some receivers route by. */
  readonly resource?: Attributes;
}

const CAPS: Caps = { records: 512, bytes: 1024 * 1024 };

/** One span for a request, with the attributes that every receiver gets. */
export const SINGLE_SPAN: SpanStyle = {
  shape: 'single',
  overlay: undefined,
  longestValue: undefined,
};

/** What the spans of every batch have in common. */
export const BATCH_OF_SPANS = {
  resource: { 'service.name': 'model-gateway' },
  scope: { name: '@model-gateway/telemetry', version: '1' },
} as const satisfies SpanFrame;

type Bytes = Uint8Array<ArrayBuffer>;

interface Encoding {
  readonly contentType: string;
  readonly encodeSpans: (spans: readonly Span[]) => Bytes;
  readonly framed: (frame: SpanFrame, parts: readonly Bytes[]) => Bytes;
}

const ENCODINGS: Readonly<Record<'protobuf' | 'json', Encoding>> = {
  protobuf: {
    contentType: 'application/x-protobuf',
    encodeSpans: spansToProtobuf,
    framed: framedProtobuf,
  },
  json: { contentType: 'application/json', encodeSpans: spansToJson, framed: framedJson },
};

/** Makes a kind of a row: OTLP over HTTP, gzipped, any 2xx is a success. */
export function otlpKind(row: OtlpRow): ExporterKind {
  const { contentType, encodeSpans, framed } = ENCODINGS[row.encoding ?? 'protobuf'];
  const style: SpanStyle = { ...SINGLE_SPAN, ...row.style };
  // One function for all destinations of the kind, so that they share what it returns.
  const encodeGroup = (group: readonly View[]) =>
    encodeSpans(group.flatMap((view) => spansOf(view, style)));
  const caps = { ...CAPS, ...row.caps };
  const rules = { retried: OTLP_RETRIED, isAllOrNothing: row.isAllOrNothing ?? false };
  return {
    type: row.type,
    compile(config) {
      const read = new ConfigReader(config);
      const { url, headers = {}, resource = {} } = row.connect(read);
      const own = read.headers();
      if (read.problem !== undefined) return { problem: read.problem };
      const frame: SpanFrame = {
        resource: { ...BATCH_OF_SPANS.resource, ...resource },
        scope: BATCH_OF_SPANS.scope,
      };
      const request = (body: ExportRequest['body']): ExportRequest => ({
        url,
        method: 'POST',
        headers: { ...own, ...headers, 'content-type': contentType },
        body,
        mayCompress: true,
      });
      return {
        caps,
        encode: async (views) => request(framed(frame, await inTurns(views, encodeGroup))),
        verdict: (answer) =>
          isSuccess(answer)
            ? {
                kind: 'sent',
                rejected: rejectedSpansIn(answer.headers['content-type'], answer.body),
              }
            : verdictOfStatus(answer, rules),
        test: () => request(row.encoding === 'json' ? '{"resourceSpans":[]}' : EMPTY),
      };
    },
  };
}

/** A request with one empty list of spans: some receivers refuse a body of no bytes. */
const EMPTY = Uint8Array.of(0x0a, 0x00);
