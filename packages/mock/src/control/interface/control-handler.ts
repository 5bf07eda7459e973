import { GatewayError, isGatewayError } from '@model-gateway/core';
import {
  emptyResponse,
  errorResponse,
  eventsResponse,
  finishResponse,
  jsonResponse,
  requestIdOf,
  type GatewayRequest,
  type GatewayResponse,
  type RequestBody,
  type ServerSentEvent,
} from '@model-gateway/core/http';
import { createInputReader, createRouter, didYouMean } from '@model-gateway/core/kit';
import { checkAccess, checkCaller, type AccessRules } from '../access.ts';
import { isPreflight, preflight, shownTo } from '../allowed-pages.ts';
import { ControlContext, type ControlledGateway } from '../control-context.ts';
import { controlError } from '../control-error.ts';
import type { ControlRoute, RouteInput } from '../define-route.ts';
import { wantsPage } from '../inspector/wants-page.ts';
import { CONTROL_ROUTES } from '../routes/index.ts';

/** Models above all: a catalog of some thousand. */
const MOST_BODY_BYTES = 64 * 1024 * 1024;

/** The path of the interface's own description. */
const CONTROL_DOCUMENT = '/openapi.json';
/** The path of the description of the API, which a dev server does not have at its root. */
const API_DOCUMENT = '/api/openapi.json';

export interface ControlHandlerOptions {
  readonly gateway: ControlledGateway;
  readonly access: AccessRules;
  readonly onError: ((error: unknown) => void) | undefined;
}

/** Answers everything below the control interface's path, which is taken off before. */
export function createControlHandler({ gateway, access, onError }: ControlHandlerOptions) {
  const context = new ControlContext(gateway);
  const route = createRouter(
    CONTROL_ROUTES.map((each) => ({
      method: each.method,
      path: each.path,
      route: each,
      readInput: createInputReader(
        { ...each, body: each.body && { ...each.body, secrets: SECRETS, strict: didYouMean } },
        MOST_BODY_BYTES,
      ),
    })),
  );

  return async (request: GatewayRequest): Promise<GatewayResponse> => {
    const response = await respond(request);
    return finishResponse(request, shownTo(request, response, access), requestIdOf(request));
  };

  async function respond(request: GatewayRequest): Promise<GatewayResponse> {
    try {
      if (isPreflight(request, access)) return preflight();
      if (wantsPage(request)) {
        checkCaller(request, access);
        // Most people who use a mock never look at it.
        return await (await import('../inspector/inspector-page.ts')).inspectorPage();
      }
      checkAccess(request, access);
      return await answer(request);
    } catch (thrown) {
      const error = controlError(thrown);
      if (!isGatewayError(error)) onError?.(error);
      return errorResponse(error, undefined);
    }
  }

  async function answer(request: GatewayRequest): Promise<GatewayResponse> {
    const { method, path, search, body, signal } = request;
    const document = method === 'GET' ? await documentAt(path, gateway) : undefined;
    if (document !== undefined) return jsonResponse(document);
    const match = route(method, path);
    if (match === undefined) throw notFound(request);
    const { route: found, readInput } = match.route;
    const wanted = await bodyFor(found, body);
    const encoding = request.headers['content-encoding'];
    const input = await readInput({ params: match.params, search, body: wanted, encoding });
    // Each route is given what its own schemas let pass.
    const lastEventId = request.headers['last-event-id'];
    const read = { ...input, lastEventId, signal } as RouteInput<never, never, never>;
    const data = await found.handle(read, context);
    const { status, events } = found.answer;
    // A route that says so resolves to events.
    if (events !== undefined) return feedResponse(data as AsyncIterable<ServerSentEvent>);
    return status === 204 ? emptyResponse(204) : jsonResponse({ data }, { status });
  }
}

async function documentAt(
  path: string,
  { basePath, operations }: ControlledGateway,
): Promise<object | undefined> {
  if (path === CONTROL_DOCUMENT) {
    const { createControlDocument } = await import('./control-document.ts');
    return createControlDocument();
  }
  if (path !== API_DOCUMENT) return undefined;
  const { createOpenApiDocument } = await import('@model-gateway/openapi');
  return createOpenApiDocument({ serverUrl: basePath || '/', operations: operations.own });
}

function feedResponse(events: AsyncIterable<ServerSentEvent>): GatewayResponse {
  return eventsResponse(events, { 'cache-control': 'no-store' });
}

/** Reads a text that is no JSON object as the member that the route has for it. */
async function bodyFor({ body: wanted }: ControlRoute, body: RequestBody): Promise<RequestBody> {
  if (wanted?.text === undefined || body.kind !== 'bytes') return orEmpty(body);
  const bytes = await body.read(MOST_BODY_BYTES);
  const text = new TextDecoder().decode(bytes);
  if (/^\s*\{/.test(text)) return { kind: 'bytes', read: async () => bytes };
  return { kind: 'parsed', value: { [wanted.text]: text } };
}

/** Reads an absent body as an empty object, so that errors name the members that are missing. */
function orEmpty(body: RequestBody): RequestBody {
  return body.kind === 'none' ? { kind: 'parsed', value: {} } : body;
}

/** Keys that are given may be real ones. */
const SECRETS = ['api_key', 'management_key'];

function notFound({ method, mount, path }: GatewayRequest): GatewayError {
  return new GatewayError('notFound', {
    message:
      `Resource not found: ${method} ${mount}${path} is not a control route; ` +
      `GET ${mount}${CONTROL_DOCUMENT} lists them`,
  });
}
