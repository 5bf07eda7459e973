import { hashKey } from '@model-gateway/core';
import { AwsV4Signer } from 'aws4fetch';
import { encodeJson } from '../otlp/encode-json.ts';
import { spansOf } from '../otlp/span-of.ts';
import type { View } from '../view/view.ts';
import { ConfigReader, joinUrl } from './config-reader.ts';
import type { Caps, ExportContext, ExporterKind, ExportRequest } from './exporter-kind.ts';
import { BATCH_OF_SPANS, SINGLE_SPAN } from './otlp-kind.ts';
import { ownTurn } from './own-turn.ts';
import { objectKey, templateProblem } from './s3-object-key.ts';
import { isSuccess, verdictOfStatus } from './statuses.ts';

/** An object per trace. */
const CAPS: Caps = { records: 1, bytes: 8 * 1024 * 1024 };
/** A PUT to the same key may be repeated after any failure of the server. */
const RULES = { retried: new Set([429, 500, 502, 503, 504]), isAllOrNothing: false };

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9-]{1,32}$/;

/** Writes each trace as an object of OTLP in JSON, signed with Signature Version 4. */
export const s3: ExporterKind = {
  type: 's3',
  compile(config) {
    const read = new ConfigReader(config);
    const bucket = read.matching('bucketName', BUCKET, 'a bucket name of S3');
    const region = read.matching('region', REGION, 'a region such as eu-central-1', 'us-east-1');
    const credentials = {
      accessKeyId: read.text('accessKeyId'),
      secretAccessKey: read.text('secretAccessKey'),
    };
    const sessionToken = read.optional('sessionToken');
    const base =
      read.optional('endpoint') === undefined
        ? new URL(`https://${bucket || 'invalid'}.s3.${region || 'invalid'}.amazonaws.com`)
        : new URL(joinUrl(read.url('endpoint'), `/${bucket}`));
    const template = read.optional('pathTemplate') ?? '{prefix}/{date}';
    const prefix = read.optional('prefix') ?? 'model_gateway_traces';
    const problem = templateProblem(template);
    if (problem !== undefined) read.fail(`config.pathTemplate ${problem}`);
    const own = read.headers();
    if (read.problem !== undefined) return { problem: read.problem };

    const put = async (key: string, body: string, now: number): Promise<ExportRequest> => {
      const { url, headers } = await new AwsV4Signer({
        ...credentials,
        ...(sessionToken === undefined ? {} : { sessionToken }),
        url: joinUrl(base, `/${key}`),
        method: 'PUT',
        headers: {
          ...own,
          'content-type': 'application/json',
          'x-amz-content-sha256': hashKey(body),
        },
        service: 's3',
        region,
        datetime: new Date(now).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
      }).sign();
      return {
        url: url.href,
        method: 'PUT',
        headers: Object.fromEntries(headers),
        body,
        mayCompress: false,
      };
    };
    return {
      caps: CAPS,
      encode: async ([view], { now }: ExportContext) => {
        const metadata = view?.metadata;
        if (view === undefined || metadata === undefined) throw new TypeError('an empty batch');
        const body = await ownTurn(() => bodyOf(view));
        return put(objectKey(metadata, { template, prefix }), body, now);
      },
      verdict: (answer) =>
        isSuccess(answer) ? { kind: 'sent', rejected: 0 } : verdictOfStatus(answer, RULES),
      // Asking for the bucket needs another right than writing to it.
      test: ({ now }) => put('connection-test.json', '{}', now),
    };
  },
};

function bodyOf(view: View): string {
  return encodeJson({ ...BATCH_OF_SPANS, spans: spansOf(view, SINGLE_SPAN) });
}
