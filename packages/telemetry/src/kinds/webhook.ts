import { framedJson, spansToJson } from '../otlp/encode-json.ts';
import { spansOf } from '../otlp/span-of.ts';
import type { View } from '../view/view.ts';
import { ConfigReader } from './config-reader.ts';
import type { Caps, ExportContext, ExporterKind, ExportRequest } from './exporter-kind.ts';
import { inTurns } from './in-turns.ts';
import { BATCH_OF_SPANS, SINGLE_SPAN } from './otlp-kind.ts';
import { isSuccess, OTLP_RETRIED, verdictOfStatus } from './statuses.ts';
import { signatureOf } from './webhook-signature.ts';

const CAPS: Caps = { records: 100, bytes: 1024 * 1024 };
const RULES = { retried: OTLP_RETRIED, isAllOrNothing: true };

/**
 * Sends OTLP in JSON to any URL. With a `signingSecret` each request has an `x-gateway-signature`;
 * `x-gateway-batch-id` is the same at every retry. Source: contract §5.9.
 */
export const webhook: ExporterKind = {
  type: 'webhook',
  compile(config) {
    const read = new ConfigReader(config);
    const url = read.url('url').href;
    const method = read.matching('method', /^(?:POST|PUT)$/, 'one of POST, PUT', 'POST');
    const secret = read.optional('signingSecret');
    const own = read.headers();
    if (read.problem !== undefined) return { problem: read.problem };

    const request = async (
      body: ExportRequest['body'],
      { batchId, now }: ExportContext,
      extra: Readonly<Record<string, string>> = {},
    ): Promise<ExportRequest> => ({
      url,
      method: method === 'PUT' ? 'PUT' : 'POST',
      headers: {
        ...own,
        ...extra,
        'content-type': 'application/json',
        'x-gateway-batch-id': batchId,
        ...(secret === undefined
          ? {}
          : { 'x-gateway-signature': await signatureOf(secret, body, now) }),
      },
      body,
      mayCompress: false,
    });
    return {
      caps: CAPS,
      encode: async (views, context) => {
        const parts = await inTurns(views, encodeGroup);
        return request(framedJson(BATCH_OF_SPANS, parts), context);
      },
      verdict: (answer) =>
        isSuccess(answer) ? { kind: 'sent', rejected: 0 } : verdictOfStatus(answer, RULES),
      test: (context) => request('{"resourceSpans":[]}', context, { 'x-test-connection': 'true' }),
      // A receiver that checks for spans refuses a request without any.
      passesTest: (answer) => isSuccess(answer) || answer.status === 400,
    };
  },
};

function encodeGroup(views: readonly View[]) {
  return spansToJson(views.flatMap((view) => spansOf(view, SINGLE_SPAN)));
}
