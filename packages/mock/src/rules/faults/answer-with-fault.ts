import {
  bytesResponse,
  encodeResponse,
  finishResponse,
  requestIdOf,
  type GatewayResponse,
} from '@model-gateway/core/http';
import { retryHeaders } from '../../http/retry-headers.ts';
import { forever } from '../pause.ts';
import type { Next } from '../rule.ts';
import type { RuleContext } from '../rule-context.ts';
import { firstHalf } from './first-half.ts';
import { breakingResponse } from './socket-break.ts';
import {
  isAbsentAnswer,
  isBrokenAnswer,
  type ResponseFault,
  type WireFault,
} from '../wire-fault.ts';

/** Returns the answer as a wire fault changes it. */
export async function answerWithFault(
  fault: WireFault,
  context: RuleContext,
  next: Next,
): Promise<GatewayResponse> {
  if (isAbsentAnswer(fault)) return breakingResponse({ kind: 'absent', fault });
  if (isBrokenAnswer(fault))
    return breakingResponse({ kind: 'broken', fault, answer: await next() });
  return ANSWERS[fault](context, next);
}

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';

/** The page of a proxy whose backend is down. */
const BAD_GATEWAY = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
</body>
</html>
`;

const ANSWERS: Readonly<
  Record<ResponseFault, (context: RuleContext, next: Next) => Promise<GatewayResponse>>
> = {
  hang: (context) => forever(context),
  async 'empty-200'({ request }) {
    return finishResponse(request, bytesResponse([], JSON_TYPE), requestIdOf(request));
  },
  async 'cut-json'(_ruled, next) {
    const response = await next();
    const half = await firstHalf(encodeResponse(response));
    return { ...response, body: { kind: 'bytes', parts: [half], contentType: JSON_TYPE } };
  },
  async 'html-502'({ request }) {
    const page = bytesResponse(
      [new TextEncoder().encode(BAD_GATEWAY)],
      HTML_TYPE,
      retryHeaders(502),
    );
    return finishResponse(request, { ...page, status: 502 }, requestIdOf(request));
  },
  async 'wrong-content-type'(_ruled, next) {
    const response = await next();
    return { ...response, headers: { ...response.headers, 'content-type': HTML_TYPE } };
  },
};
