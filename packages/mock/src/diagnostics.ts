import { diagnosticError, type DiagnosticEntry } from '@model-gateway/core/kit';
import { STREAM_DIAGNOSTICS } from './stream-diagnostics.ts';

/**
 * The diagnostics of the mock: GW10xx setup, GW11xx tenants, GW12xx rules and faults, GW13xx
 * journal and assertions, GW14xx streams, GW15xx clock, GW16xx control, GW17xx presets and given
 * records. `@model-gateway/worlds` has the other GW17xx.
 */
export const DIAGNOSTICS = {
  // Setting up
  GW1001: {
    title: 'Request for an unknown host name',
    explanation:
      'Any web page can point a host name of its own at your machine and then read this server’s answers as if they were its own (DNS rebinding). So a server on loopback, and a recorder wherever it listens, answers only under its own names: localhost, 127.0.0.1, [::1] and the address it listens on.',
    fix: "Use one of these names, or allow yours: --allow-host gateway.test, startMockGateway({ allowedHosts: ['gateway.test'] }).",
  },
  GW1002: {
    title: 'A web page of another origin called a recorder',
    explanation:
      'A recorder may add a real key, and its requests cost money and are recorded. Any page that you visit can send requests to your own machine, so the recorder refuses pages of other origins.',
    fix: 'Allow the origin of your page: --allow-origin http://localhost:5173.',
  },
  GW1003: {
    title: 'A web page from elsewhere changed where telemetry goes',
    explanation:
      'With forwardTelemetry a mock sends requests to addresses of its destinations on this machine. Programs there may refuse pages by their origin, which what the mock sends does not have, so a page that is not of this machine may not change a destination then.',
    fix: 'Serve your page from localhost, or change the destination from a test or another program.',
  },
  // Rules and faults
  GW1201: {
    title: 'A rule threw an error, or returned no response',
    explanation:
      'A function of yours in where() or reply() threw, or a rule of yours returned nothing. The client received a 500 that says so, and onError was called.',
    fix: 'Fix the function. A predicate is called only with values that are present, and may be called for any request of the operation.',
  },
  GW1202: {
    title: 'Invalid rule',
    explanation:
      'use() and the option rules take what on(operation).fail(…) and its siblings return, or an object of your own with id, times, matches and answer.',
    fix: "Pass the rule, not the builder: on('createImage') alone is not a rule yet.",
  },
  GW1203: {
    title: 'This wire fault needs a socket',
    explanation:
      'Resets, broken chunks and the like are made on the socket that startMockGateway owns. createMockGateway has no socket, and a framework adapter does not hand over its own.',
    fix: 'Use startMockGateway and its baseURL, or a fault that works everywhere: hang, empty-200, cut-json, html-502, wrong-content-type.',
  },
  GW1204: {
    title:
      'A rule names an unknown operation or an unknown part of a request, or is for no part of it',
    explanation:
      "on() takes the id of an operation or '*'. where() takes an object with body, query, params and headers, in which a function may stand for a value.",
    fix: 'Use the name that the message suggests.',
  },
  GW1205: {
    title: '`times` must be a positive integer',
    explanation:
      'times is the number of requests that a rule answers. A failure that never ends has a method of its own, because some SDKs retry for an hour.',
    fix: 'To fail every request use failAlways(). For other actions pass times: Infinity.',
  },
  GW1206: {
    title: 'Invalid failure options',
    explanation:
      "fail() and failAlways() take a status from 400 to 599. retryAfter is a number of seconds or 'realistic'.",
    fix: 'To answer with any other status use reply({ status, json }).',
  },
  GW1207: {
    title: 'Invalid reply',
    explanation:
      'A reply has status, headers, and either json or text. Without json and text it has no body, and with status 204, 205 or 304 it cannot have one.',
    fix: 'Put the body of the answer in json: reply({ json: { data: [] } }).',
  },
  GW1208: {
    title: 'A tenant was disposed while one of its requests was waiting',
    explanation:
      'A delay, a latency or the wire fault hang was still holding a request when its tenant was disposed. The request ended with a 500.',
    fix: 'Await the app’s requests before the test ends, or abort them with an AbortSignal.',
  },
  GW1209: {
    title: 'Unknown wire fault',
    explanation: 'fault() takes the name of one of the twelve wire faults.',
    fix: 'Use the name that the message suggests. To end a stream early use end().',
  },
  GW1210: {
    title: 'Invalid rule in JSON',
    explanation:
      'A rule in JSON names an operation in on, optionally a pattern for requests in where, and exactly one action, named as in code but in snake case, such as fail_always. Expressions in {"matches": …} are JavaScript’s with the flag u, without look-around and back references, so that no expression can stall the mock.',
    fix: 'Fix what the message names. Example: {"on": "createImage", "fail": {"status": 529, "times": 2}}.',
  },
  GW1211: {
    title: 'An action of a rule or waitFor() has an unknown option',
    explanation:
      'Actions take an object of options last, as in fail(529, { times: 2 }). An option with another name would change nothing, and the rule would answer one request, or waitFor() wait for one.',
    fix: 'Use the name that the message suggests.',
  },
  GW1212: {
    title: 'A step of a conversation is not one',
    explanation:
      'Answers to conversations are text, parts that say, call, reason, refuse and json return, lists of them, fail(…), or functions that return one of these.',
    fix: "Write what the model answers: t.chat('weather').script(call('weather', { place: 'Oslo' }), 'Rain.').",
  },
  GW1213: {
    title: 'An answer of a rule does not fit the request',
    explanation:
      'No provider answers like that: tools have to be offered, arguments and JSON have to fit their schema, and a request for JSON or for a call gets one. A fake that did otherwise would hide a mistake of the test or of the app.',
    fix: 'Correct the answer, or what the app offers. For what models do wrong now and then, add { unchecked: true }.',
  },
  GW1214: {
    title: 'A conversation goes on after the last step of its script',
    explanation:
      'The number of answers in the transcript says which step is due. The app sent a request with more of them than the script has steps, and the user said nothing new.',
    fix: 'Add a step, or find out why the app asks again. An app that shortens its history changes the count: match with { after } or { turn } instead.',
  },
  GW1215: {
    title: 'No rule answers a conversation',
    explanation:
      "With unscripted: 'fail' a model says nothing by itself. The message names the rules that there are and why each did not match; the app gets a 424 that it need not repeat, and the test fails.",
    fix: "Add the rule that the message writes down, or correct the pattern of yours: tenant.chat('…').say('…'). Text in patterns has to be in what the user said last, in the same case.",
  },
  GW1216: {
    title: 'Texts cannot be related like this',
    explanation:
      'relate() moves one text near another in embeddings and rankings. Both have at least one word, and the cosine between them is a number from -1, opposite, to 1, the same.',
    fix: "Write t.embeddings.relate('car', 'automobile', 0.9).",
  },
  // Journal and assertions
  GW1301: {
    title: 'The received requests are not the expected ones',
    explanation:
      'An assertion on the journal failed. The message lists the nearest requests, with a tick for each part that matches and a cross for each part that does not.',
    fix: 'Compare the crosses with what your app sends. To wait for a request that has not arrived yet, use waitFor().',
  },
  GW1302: {
    title: 'requests() names an unknown operation',
    explanation:
      "requests() takes the id of one of the gateway's operations, 'unhandled' for requests that match no operation, or nothing for all. No request could ever have another name, so expecting zero of them would always pass.",
    fix: 'Use the name that the message suggests; /docs of a running mock lists the operations.',
  },
  GW1303: {
    title: 'A pattern for requests has an unknown member',
    explanation:
      'where() compares what its members name: the body, the query, a header … An unknown member would never be compared, and every request would match.',
    fix: 'Use the member that the message suggests. Patterns for the body go under body: where({ body: { prompt } }).',
  },
  GW1304: {
    title: 'Requests matched no operation',
    explanation:
      'Their paths are below the base path, but no operation of the gateway has them. The app received a 404 for each and may have swallowed it, so disposing of the tenant fails the test.',
    fix: "If your app is to get an answer, write it: gateway.route('POST', '/moderations').reply({ json: … }). Else fix the URL or the method in the app. If the test is about such a request, assert it: tenant.requests('unhandled').expectCount(1). To allow them all: { unhandled: 'ignore' }.",
  },
  GW1305: {
    title: 'A rule was not used up',
    explanation:
      'With unusedRules: "fail", every rule with a number of times must have answered that many requests when the tenant is disposed.',
    fix: 'Look in the journal for the requests that the rule was meant for: does its pattern match them, and did another rule answer first? Or lower its times.',
  },
  GW1306: {
    title: 'A request has parts that the gateway does not know',
    explanation:
      'The gateway ignores unknown query parameters and body members, because clients add some over time, so a mistyped name goes unnoticed. With strict: true they fail the verification; without it they appear in the journal and in the header x-mock-hint.',
    fix: 'Use the name that the message suggests, or leave strict out for clients that send more than this gateway knows.',
  },
  GW1307: {
    title: 'The telemetry is not the expected one',
    explanation:
      'An assertion on what is forwarded to observability destinations failed. The message counts the decisions about each record: forwarded, or suppressed because the destination is disabled, by its keys, its sampling or its rules, or because nothing can be forwarded to its kind or config.',
    fix: 'Look at telemetry.all() for the decision at each destination. Only requests of inference keys that use a model have telemetry, once their answer has ended.',
  },

  // Tenants
  GW1101: {
    title: 'Invalid tenant id',
    explanation:
      'The id is part of the URL of the tenant, so it is 1 to 64 letters, digits, ".", "_" and "-", and begins with a letter or a digit.',
    fix: 'Use the id that the message proposes, or leave it out: the gateway then chooses t1, t2 and so on.',
  },
  GW1102: {
    title: 'Duplicate tenant id',
    explanation:
      'A request to /t/<id>/v1 finds its tenant by the id, so each tenant of a gateway needs its own.',
    fix: 'Choose another id, or leave it out. To use an id again, dispose of its tenant first.',
  },
  GW1103: {
    title: 'Two tenants of one gateway have the same key',
    explanation: 'A request finds its tenant by its key, so tenants cannot share one.',
    fix: 'Leave apiKey and managementKey out: each tenant gets new keys. If the key of an app cannot be changed, use the anyKeyURL of its tenant.',
  },
  GW1104: {
    title: 'Invalid API key',
    explanation:
      'Keys travel in a header: 1 to 8192 visible ASCII characters without spaces. The keys of a tenant all differ.',
    fix: 'Leave apiKey and managementKey out, or pass texts of that form.',
  },
  GW1105: {
    title: 'A tenant option is out of range',
    explanation:
      'Credits are an amount of USD, 0 or more; a rate limit is a number of requests and the length of a window in seconds; response headers are names and values that HTTP takes, without those that say where an answer ends.',
    fix: 'Pass the option in the form that the message shows.',
  },
  GW1106: {
    title: 'A tenant cannot start from both a snapshot and a world',
    explanation:
      'A snapshot holds all data of a tenant, which leaves no room for other models or people.',
    fix: 'Remove one of the two. To change the models of a fork, call its replaceCatalog().',
  },
  GW1107: {
    title: 'Unknown option',
    explanation:
      'An option that a function does not have would be ignored, and the test would go on without what it asked for.',
    fix: 'Use the name that the message suggests, or remove the option.',
  },
  GW1108: {
    title: 'Invalid option forwardTelemetry',
    explanation:
      'A mock forwards no telemetry by default, and with this option to collectors on this machine only, because the destinations of a world are made up and the hosts of their vendors are real. A list of origins opens those as well.',
    fix: "Pass true, or origins without a path: forwardTelemetry: ['https://otel.example:4318'].",
  },
  GW1109: {
    title: 'A tenant for a gateway that is closed',
    explanation:
      'close() disposes of every tenant and frees the port, so no request could reach a tenant that is made later.',
    fix: 'Make the tenant before close(), or start a gateway for this test. A gateway that one file starts and another uses is closed by the first to end.',
  },

  GW1110: {
    title: 'A rule for a tenant that is closed',
    explanation:
      'Closing a tenant frees its keys and its id, so no request could meet a rule that is added later.',
    fix: 'Add the rule before close(), or make a tenant for this test. "await using" closes a tenant at the end of the block, so one made so in a hook is closed before the test.',
  },
  GW1111: {
    title: 'Not a snapshot',
    explanation:
      'snapshot() and restore() are asynchronous. A snapshot whose promise was not awaited, or that is missing, holds no state to start from.',
    fix: 'Await both: const saved = await tenant.snapshot(); … await tenant.restore(saved).',
  },

  // Control over HTTP
  GW1601: {
    title: 'The control token is missing or wrong',
    explanation:
      'A mock that listens beyond loopback, that a host such as Vite serves, or that has a control token, requires the token on every control request.',
    fix: 'Send "authorization: Bearer <token>", or connectMockGateway(url, { token }). The token is printed at the start, is gateway.controlToken, and is chosen with --control-token or control: { token }.',
  },
  GW1602: {
    title: 'A web page of another origin tried to control the mock',
    explanation:
      'Any page that you visit can send requests to your own machine, so the mock refuses pages of other origins.',
    fix: "Allow the origin of your page: startMockGateway({ control: { origins: ['http://localhost:5173'] } }).",
  },
  GW1603: {
    title: 'Control request for an unknown host name',
    explanation:
      'Without a token, a mock on loopback can be controlled only under the names 127.0.0.1, localhost and [::1], because a web page can point any other name at this machine.',
    fix: 'Use one of these names, or give the mock a control token.',
  },
  GW1604: {
    title: 'Invalid control token',
    explanation: 'It travels in a header: 8 to 512 visible ASCII characters without spaces.',
    fix: 'Pass a text of that form, or leave it out: the mock makes one where it needs one.',
  },
  GW1605: {
    title: 'The control client could not reach the mock',
    explanation:
      'There is no server at this URL, it is not a mock gateway, or its control interface is switched off.',
    fix: 'Pass connectMockGateway the URL that the mock prints at its start, without /v1, and check that the mock is running.',
  },
  GW1606: {
    title: 'A value cannot be sent to the mock as JSON',
    explanation:
      'Over HTTP, rules and patterns are plain data: functions, clocks and tenants cannot be sent.',
    fix: 'Use data: a RegExp, { contains: … }, a reply that is an object. If it needs code, run it in the process of the mock.',
  },

  // Presets and given records
  GW1703: {
    title: 'Unknown preset',
    explanation: 'Presets are flaky, slow, broke and throttled.',
    fix: 'Use one of them, or several as a list.',
  },
  GW1705: {
    title: 'Two records of a world have the same id',
    explanation:
      'The second would replace the first. Builders derive ids from their input, so two calls with the same input make the same id.',
    fix: 'Give each record its own id or name.',
  },
  GW1706: {
    title: 'A record given to a tenant was not made by a builder',
    explanation:
      'A tenant’s records hold more than the wire shows: a model has its signals, a destination and a member name their owners.',
    fix: 'Make the record with model(), member(), destination() or assignment(), which take every member of the wire by its own name.',
  },

  ...STREAM_DIAGNOSTICS,

  // Clock
  GW1501: {
    title: 'Invalid duration',
    explanation:
      'A duration is milliseconds, or a number directly followed by ms, s, m, h or d. It is never negative, and leads to the year 9999 at most.',
    fix: "Write advance(90_000) or advance('90s'). To go back in time, use set().",
  },
  GW1502: {
    title: 'Invalid moment',
    explanation:
      'A moment is a Date, milliseconds since 1970, or ISO 8601: a date alone is midnight UTC, and a time needs Z or an offset, because without one it would differ between machines. Its year is one of 0000 to 9999.',
    fix: "Write for example set('2026-08-01T12:00:00Z').",
  },
  GW1503: {
    title: 'Unknown clock mode',
    explanation:
      'A clock is flowing (like real time), frozen (moves only when the test moves it), or autoAdvance (jumps from wait to wait).',
    fix: "Use one of the three, as in createMockGateway({ clock: 'frozen' }).",
  },
  GW1504: {
    title: 'Invalid latency',
    explanation:
      'A latency is the name of a profile, a duration, a list of a minimum and a maximum, an object with one of these for answer, start, partial and image, or a function that returns any of them.',
    fix: "Write for example latency: 'typical', or latency: { answer: '50ms', image: ['1s', '3s'] }.",
  },
} as const satisfies Readonly<Record<`GW1${number}`, DiagnosticEntry>>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/** Reports whether an error is a diagnostic of this project; with a code, the mock's one of that code. */
export function isDiagnostic(error: unknown, code?: DiagnosticCode): error is Error {
  if (!(error instanceof Error && 'code' in error)) return false;
  return code === undefined ? /^GW\d{4}$/.test(String(error.code)) : error.code === code;
}

/** Creates an error for the user of the mock. Its message ends in the code that `explain` takes. */
export function diagnostic(
  code: DiagnosticCode,
  message: string,
  options?: ErrorOptions,
): Error & { readonly code: DiagnosticCode } {
  return diagnosticError(code, message, options);
}
