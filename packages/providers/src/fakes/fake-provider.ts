import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ANY_TEXT,
  checkOptions,
  FUNCTION,
  OBJECT,
  type OptionTable,
  secret,
  TEXT,
} from '@model-gateway/core/kit';
import { Connections } from './connections.ts';
import { FakeRequest, json, type FakeReply } from './fake-message.ts';

/** What a request to a provider is for. */
export type Stage = 'submit' | 'poll' | 'result' | 'download' | 'cancel';

/**
 * A fault in place of an answer: another answer, silence before it or in the middle of it, a
 * connection that is reset before it or cut in the middle, or a change of the good answer.
 */
export type Fault =
  | FakeReply
  | 'silence'
  | 'silence-within'
  | 'reset'
  | 'cut'
  | ((reply: FakeReply) => FakeReply);

/** A request that a fake received; without a stage where it matched no route. */
export interface ReceivedRequest {
  readonly stage: Stage | undefined;
  readonly request: FakeRequest;
}

/** A running fake of a provider, on loopback. */
export interface FakeProvider extends AsyncDisposable {
  /** With its version segment: the `baseUrl` of the provider under test. */
  readonly baseUrl: string;
  /** The only key that it accepts. */
  readonly apiKey: string;
  /** In the order of their arrival. */
  readonly requests: readonly ReceivedRequest[];
  /** Answers the next requests of a stage with a fault, once by default. */
  fail(stage: Stage, fault: Fault, times?: number): void;
  /** Forgets the faults that no request has met. */
  forgive(): void;
  /** Resolves when a fault has fallen silent. */
  silent(): Promise<void>;
  /** Ends a pause of a scripted answer: the current one, or the next. */
  proceed(): void;
  /** Resolves once no connection is open. */
  allClosed(): Promise<void>;
}

/** One kind of request that a fake answers. */
export interface FakeRoute {
  readonly stage: Stage;
  readonly method: string;
  /** Matched with the whole path below the origin. */
  readonly path: RegExp;
  /** Whether it needs no key. */
  readonly isPublic?: boolean;
  readonly answer: (request: FakeRequest, match: RegExpExecArray) => FakeReply | Promise<FakeReply>;
}

/** Returns the route of what may be billed: requests to a path, which is a pattern. */
export function post(path: string, answer: FakeRoute['answer']): FakeRoute {
  return { stage: 'submit', method: 'POST', path: new RegExp(`^${path}$`), answer };
}

/** A provider's fake, as data. */
export interface FakeDefinition {
  /** Follows the origin in `baseUrl`, for example `/v1`. */
  readonly basePath: string;
  readonly routes: (origin: string) => readonly FakeRoute[];
  /** Returns the key of a request. */
  readonly keyOf: (request: FakeRequest) => string | undefined;
  readonly unauthorized: FakeReply;
  readonly notFound: FakeReply;
  /** The path of a request that costs nothing and that any right key makes. */
  readonly keyTest?: string;
}

/** Options of every fake. */
export interface FakeOptions {
  /** `test-key` by default. */
  readonly apiKey?: string;
}

/** Makes the function that starts a fake from its definition. */
export function defineFake(
  definition: FakeDefinition,
): (options?: FakeOptions) => Promise<FakeProvider> {
  checkOptions('defineFake', definition, DEFINITION, NEEDED);
  return async (options = {}) => {
    checkOptions('a fake provider', options, OPTIONS);
    const { apiKey = 'test-key' } = options;
    const faults = new PlannedFaults();
    const requests: ReceivedRequest[] = [];
    const connections = new Connections();
    const pauses = new Pauses();
    let routes: readonly FakeRoute[] = [];

    /** Sends an answer that no fault touches. */
    async function sendGood(response: ServerResponse, reply: FakeReply): Promise<void> {
      if (reply.script === undefined) return send(response, reply);
      response.writeHead(reply.status ?? 200, { ...reply.headers });
      for (const step of reply.script) {
        if (step === 'pause') await pauses.next();
        else if (step === 'reset') return void response.socket?.resetAndDestroy();
        else
          await new Promise<void>((resolve) => response.write(step, () => setImmediate(resolve)));
      }
      response.end();
    }

    async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
      const request = await read(incoming);
      const { route, match } = find(routes, request);
      requests.push({ stage: route?.stage, request });
      if (request.method === 'GET' && request.path === definition.keyTest) {
        const isRight = definition.keyOf(request) === apiKey;
        return send(response, isRight ? json({}) : definition.unauthorized);
      }
      if (route === undefined || match === undefined) return send(response, definition.notFound);
      const mayAnswer = route.isPublic === true || definition.keyOf(request) === apiKey;
      if (!mayAnswer) return send(response, definition.unauthorized);
      const fault = faults.take(route.stage);
      if (fault === 'reset') return void incoming.socket.resetAndDestroy();
      if (fault === 'silence') return connections.fallSilent();
      if (typeof fault === 'object') return sendGood(response, fault);
      const reply = await route.answer(request, match);
      if (fault === undefined) return sendGood(response, reply);
      if (typeof fault === 'function') return sendGood(response, fault(reply));
      sendHalf(response, reply, () => {
        if (fault === 'cut') incoming.socket.destroy();
        else connections.fallSilent();
      });
    }

    const { server, origin } = await listen(respond, connections);
    routes = definition.routes(origin);
    return {
      baseUrl: `${origin}${definition.basePath}`,
      apiKey,
      requests,
      fail: (stage, fault, times = 1) => faults.add(stage, fault, times),
      forgive: () => faults.clear(),
      silent: () => connections.silent(),
      proceed: () => pauses.end(),
      allClosed: () => connections.allClosed(),
      async [Symbol.asyncDispose]() {
        connections.destroy();
        server.close();
        await once(server, 'close');
      },
    };
  };
}

/** The faults that requests of each stage are still to meet. */
class PlannedFaults {
  readonly #faults = new Map<Stage, Fault[]>();

  add(stage: Stage, fault: Fault, times: number): void {
    const before = this.#faults.get(stage) ?? [];
    this.#faults.set(stage, [...before, ...Array.from({ length: times }, () => fault)]);
  }

  /** Returns the next fault of a stage; undefined for a good answer. */
  take(stage: Stage): Fault | undefined {
    return this.#faults.get(stage)?.shift();
  }

  clear(): void {
    this.#faults.clear();
  }
}

/** Pauses of scripted answers, and the ends of pauses that are still to come. */
class Pauses {
  readonly #waiting: (() => void)[] = [];
  #ended = 0;

  async next(): Promise<void> {
    if (this.#ended > 0) this.#ended--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  end(): void {
    const resume = this.#waiting.shift();
    if (resume === undefined) this.#ended++;
    else resume();
  }
}

type Respond = (incoming: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Listens on a free port of loopback. */
async function listen(respond: Respond, connections: Connections) {
  const server = createServer((incoming, response) => {
    void respond(incoming, response).catch((error: unknown) => {
      // A bug of the fake, which the test has to see.
      if (!response.destroyed) send(response, json({ fake: String(error) }, 599));
    });
  });
  server.on('connection', (socket) => connections.add(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  return { server, origin: `http://127.0.0.1:${port}` };
}

function find(routes: readonly FakeRoute[], { method, path }: FakeRequest) {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match !== null) return { route, match };
  }
  return {};
}

async function read(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  // A request without an encoding emits buffers.
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) headers[name] = String(value);
  const { method = 'GET', url = '/' } = incoming;
  return new FakeRequest(method, url, headers, Buffer.concat(chunks));
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: FakeReply): void {
  response.writeHead(status, { 'content-length': body.byteLength, ...headers });
  response.end(body);
}

function sendHalf(response: ServerResponse, reply: FakeReply, then: () => void): void {
  const { status = 200, headers = {}, body } = reply;
  response.writeHead(status, { 'content-length': body.byteLength, ...headers });
  response.write(body.subarray(0, Math.ceil(body.byteLength / 2)), () => setImmediate(then));
}

const OPTIONS: OptionTable<FakeOptions> = {
  apiKey: secret(TEXT),
};

const DEFINITION: OptionTable<FakeDefinition> = {
  basePath: ANY_TEXT,
  routes: FUNCTION,
  keyOf: FUNCTION,
  unauthorized: OBJECT,
  notFound: OBJECT,
  keyTest: TEXT,
};
const NEEDED = ['basePath', 'routes', 'keyOf', 'unauthorized', 'notFound'];
