import type { GatewayRequest } from '@model-gateway/core/http';
import { createBodyCheck, createRouter } from '@model-gateway/core/kit';
import type { MockGateway } from '@model-gateway/mock';
import * as v from 'valibot';
import { CONTROL_ROUTES } from '../../src/control/routes/index.ts';

export interface ControlQuestion {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Asks the control interface of a gateway without a port, with its token unless the headers say
 * otherwise: `control(gateway, 'GET /tenants')`.
 */
export async function control(
  gateway: Pick<MockGateway, 'handle' | 'controlToken'>,
  line: string,
  question: ControlQuestion = {},
) {
  const [method = '', target = ''] = line.split(' ');
  const [path = '', query] = target.split('?');
  const request: GatewayRequest = {
    method,
    path: `/__gateway${path}`,
    search: query === undefined ? '' : `?${query}`,
    mount: '',
    headers: {
      host: '127.0.0.1:4010',
      authorization: `Bearer ${gateway.controlToken}`,
      ...question.headers,
    },
    body: 'body' in question ? { kind: 'parsed', value: question.body } : { kind: 'none' },
  };
  const response = await gateway.handle(request);
  if (response === undefined) throw new Error(`${line} was not answered`);
  const { body } = response;
  // oxlint-disable-next-line typescript/no-explicit-any
  const value: any = body.kind === 'json' ? body.value : undefined;
  if (response.status < 300) checkAnswer(method, path, value);
  return { ...response, value };
}

const route = createRouter(CONTROL_ROUTES);

/** Throws when the data of an answer is not as the interface's description says. */
function checkAnswer(method: string, path: string, value: unknown): void {
  const data = route(method, path)?.route.answer.data;
  if (data === undefined) return;
  const schema = v.object({ data: data.schema });
  const reading = createBodyCheck({ schema, secrets: [], strict: () => '' })(value);
  if (!reading.ok) throw new Error(JSON.stringify(reading.issues));
}
