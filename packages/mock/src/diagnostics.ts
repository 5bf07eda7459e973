import { diagnosticError, type DiagnosticEntry } from '@model-gateway/core/kit';

/**
 * Every diagnostic of the mock. GW10xx setting up, GW11xx tenants, GW12xx rules and faults, GW13xx
 * journal and assertions, GW14xx streams, GW15xx clock, GW16xx control, GW17xx presets and given records; the
 * others of GW17xx are those of `@model-gateway/worlds`.
 */
export const DIAGNOSTICS = {
  // Setting up
  GW1001: {
    title: 'A request for a host name that is not this server’s',
    explanation:
      'Any web page can make a name of its own lead to your machine and then reach this server as if it were its own (DNS rebinding). So a server on loopback, and a recorder wherever it listens, answers under names of its own only: localhost, 127.0.0.1, [::1] and what it listens at.',
    fix: "Use one of these names, or name yours: --allow-host gateway.test, startMockGateway({ allowedHosts: ['gateway.test'] }).",
  },
  GW1002: {
    title: 'A web page of another origin asked a recorder',
    explanation:
      'A recorder may put in a real key, and what is asked of it costs money and is written down. Any page that you visit can send requests to your own machine, so pages of other origins are refused.',
    fix: 'Name the origin of your page: --allow-origin http://localhost:5173.',
  },
  // Rules and faults
  GW1201: {
    title: 'A rule threw an error, or returned no response',
    explanation:
      'A function of yours, in where() or reply(), threw while it was asked about a request, or a rule of yours returned nothing. The request was answered with a 500 that says so, and onError was told.',
    fix: 'Mend the function. Predicates are only asked about values that are there, and may be asked about any request of the operation.',
  },
  GW1202: {
    title: 'What was given as a rule is none',
    explanation:
      'use() and the option rules take what on(operation).fail(…) and its relatives return, or an object of your own with id, times, matches and answer.',
    fix: "Give the rule itself, not the builder: on('createImage') alone is no rule yet.",
  },
  GW1203: {
    title: 'A wire fault needs a socket that is not there',
    explanation:
      'Resets, broken chunks and the like are made on the socket that startMockGateway owns. createMockGateway has none, and an adapter of a framework does not give its own away.',
    fix: 'Use startMockGateway and its baseURL, or a fault that works everywhere: hang, empty-200, cut-json, html-502, wrong-content-type.',
  },
  GW1204: {
    title:
      'A rule is for an operation that does not exist, or for a part of a request that does not',
    explanation:
      "on() takes the id of an operation or '*'. where() takes body, query, params and headers.",
    fix: 'Take the name that the message suggests.',
  },
  GW1205: {
    title: 'A rule is for a number of requests that is none',
    explanation:
      'times is how many requests a rule is there for: a whole number of at least 1. A failure that stays has a word of its own, because some SDKs try again for an hour.',
    fix: 'For a failure of every request use failAlways(). For other actions give times: Infinity.',
  },
  GW1206: {
    title: 'A failure cannot be like that',
    explanation:
      "fail() and failAlways() take a status from 400 to 599, and as retryAfter seconds or 'realistic'.",
    fix: 'For an answer with any other status use reply({ status, json }).',
  },
  GW1207: {
    title: 'A reply is none',
    explanation:
      'A reply has status, headers, and either json or text. Without json and text it has no body, and with status 204, 205 or 304 it cannot have one.',
    fix: 'Put what you want to answer in json: reply({ json: { data: [] } }).',
  },
  GW1208: {
    title: 'A tenant was disposed while it kept a request waiting',
    explanation:
      'A delay, a latency or the wire fault hang was still keeping a request when its tenant was disposed. It ended with a 500.',
    fix: 'Await what the app does before the test ends, or end it with an AbortSignal.',
  },
  GW1209: {
    title: 'There is no such wire fault',
    explanation: 'fault() takes the name of one of the twelve wire faults.',
    fix: 'Take the name that the message suggests. For the end of a stream use end().',
  },
  GW1210: {
    title: 'A rule in JSON is none',
    explanation:
      'A rule in JSON names an operation in on, what requests have to be like in where, and exactly one action: fail, fail_always, delay, reply, fault or end. Expressions in {"matches": …} are those of JavaScript with the flag u, without look-around and back references, so that no expression can stop the mock.',
    fix: 'Mend what the message names. Example: {"on": "createImage", "fail": {"status": 529, "times": 2}}.',
  },
  // Journal and assertions
  GW1301: {
    title: 'The requests that came are not those that were expected',
    explanation:
      'An assertion on the journal failed. The message lists the nearest requests, with a tick for each thing that is as expected and a cross for each that is not.',
    fix: 'Compare the crosses with what your app sends. To wait for a request that is still to come, use waitFor().',
  },
  GW1302: {
    title: 'requests() of an operation that does not exist',
    explanation:
      "requests() takes the id of one of the gateway's operations, 'unhandled' for the requests that nobody answered, or nothing for all. Of any other name there could never be a request, so an expectation of none would always hold.",
    fix: 'Use the name that the message suggests; /docs of a running mock lists the operations.',
  },
  GW1303: {
    title: 'A pattern for requests has a member that does not exist',
    explanation:
      'where() compares what its members name: the body, the query, a header … A member that it does not know would never be compared, and every request would match.',
    fix: 'Use the member that the message suggests. What the body is to hold belongs under body: where({ body: { prompt } }).',
  },
  GW1304: {
    title: 'Requests came that nobody answered',
    explanation:
      'They are under the base path and are no operation of the gateway. The app got a 404 for each, which it may have swallowed; so a tenant that is disposed fails the test.',
    fix: "Mend the URL or the method in the app. If the test is about such a request, say so: tenant.requests('unhandled').expectCount(1). To let them all pass: { unhandled: 'ignore' }.",
  },
  GW1305: {
    title: 'A rule was never used up',
    explanation:
      'With unusedRules: "fail", every rule that was added for a number of requests has to have been there for that many when the tenant is disposed.',
    fix: 'Look in the journal for the requests that the rule was meant for: does its pattern match them, and did another rule come first? Or give it the number of times that it is needed.',
  },
  GW1306: {
    title: 'A request had parts that the gateway does not know',
    explanation:
      'Unknown query parameters and body members are ignored, because clients add some over time, so a mistyped name goes unnoticed. With strict: true they fail the verification; without it they are in the journal and in the header x-mock-hint.',
    fix: 'Take the name that the message suggests, or leave strict out for clients that send more than this gateway knows.',
  },

  // Tenants
  GW1101: {
    title: 'The id of a tenant is none',
    explanation:
      'The id is part of the URL of the tenant, so it is 1 to 64 letters, digits, ".", "_" and "-", and begins with a letter or a digit.',
    fix: 'Take the id that the message proposes, or leave it out: t1, t2, … are given then.',
  },
  GW1102: {
    title: 'Two tenants of one gateway have the same id',
    explanation: 'The id says which tenant a request to /t/<id>/v1 is for, so it is given once.',
    fix: 'Give each tenant an id of its own, or none. Dispose of a tenant to use its id again.',
  },
  GW1103: {
    title: 'Two tenants of one gateway have the same key',
    explanation: 'The key says which tenant a request is for, so no two tenants share one.',
    fix: 'Leave apiKey and managementKey out: keys are minted for each tenant. An app with a key that cannot be changed takes the anyKeyURL of its tenant instead.',
  },
  GW1104: {
    title: 'A key is none',
    explanation:
      'Keys travel in a header: 1 to 512 visible ASCII characters without spaces. Each of a tenant’s keys is a different one.',
    fix: 'Leave apiKey and managementKey out, or give texts of that form.',
  },
  GW1105: {
    title: 'An option of a tenant is out of range',
    explanation:
      'Credits are an amount of USD, 0 or more; a rate limit is a number of images and the length of a window in seconds.',
    fix: 'Give the option in the form that the message shows.',
  },
  GW1106: {
    title: 'A tenant was to begin with a snapshot and with a world',
    explanation:
      'A snapshot is all data of a tenant, so there is no place for other models or people.',
    fix: 'Leave one of the two out. To change a fork, change it once it is there: replaceCatalog() for its models.',
  },

  // Control over HTTP
  GW1601: {
    title: 'The control token is missing or wrong',
    explanation:
      'A mock that listens beyond loopback, that a host such as Vite serves, or that was given a control token, is controlled only by those who send the token.',
    fix: 'Send "authorization: Bearer <token>", or connectMockGateway(url, { token }). The token is printed at the start, is gateway.controlToken, and is chosen with --control-token or control: { token }.',
  },
  GW1602: {
    title: 'A web page of another origin tried to control the mock',
    explanation:
      'Any page that you visit can send requests to your own machine, so pages of other origins are refused.',
    fix: "Name the origin of your page: startMockGateway({ control: { origins: ['http://localhost:5173'] } }).",
  },
  GW1603: {
    title: 'The mock was asked to be controlled under a name that is not this machine’s',
    explanation:
      'Without a token a mock on loopback is controlled only under the names 127.0.0.1, localhost and [::1]: a page can make any other name lead here.',
    fix: 'Use one of these names, or give the mock a control token.',
  },
  GW1604: {
    title: 'A control token is none',
    explanation: 'It travels in a header: 8 to 512 visible ASCII characters without spaces.',
    fix: 'Give a longer text, or none: one is minted where it is needed.',
  },
  GW1605: {
    title: 'The control client could not reach the mock',
    explanation:
      'Nothing answers at this URL, or something that is no mock gateway, or one whose control interface is switched off.',
    fix: 'Give connectMockGateway the URL that the mock prints at its start, without /v1, and see that it runs.',
  },
  GW1606: {
    title: 'Something cannot travel to the mock as JSON',
    explanation:
      'Over HTTP, rules and patterns are plain data: functions stay where they are, and so do clocks and tenants.',
    fix: 'Say it with data: a RegExp, { contains: … }, a reply that is an object. What needs code, do in the process of the mock.',
  },

  // Presets and given records
  GW1703: {
    title: 'There is no preset of this name',
    explanation: 'Presets are flaky, slow, broke and throttled.',
    fix: 'Take one of them, or several as a list.',
  },
  GW1705: {
    title: 'Two records of a world have the same id',
    explanation:
      'The second would take the place of the first. Builders draw ids from what a record is told to be, so two of the same wish have the same id.',
    fix: 'Give each an id, or another name, of its own.',
  },
  GW1706: {
    title: 'A record given to a tenant has another form than builders make',
    explanation:
      'A tenant’s records are more than what the wire shows: a model has its signals beside it, a destination and a member say whose they are.',
    fix: 'Make the record with model(), member(), destination() or assignment(), which take every member of the wire by its own name.',
  },

  // Streams
  GW1401: {
    title: 'An ending for streams met an answer that is none',
    explanation:
      'Streams of events end in these ways. The gateway streams images when the request says stream: true and the model can stream; everything else it answers in one piece.',
    fix: 'Let the app send stream: true, choose a model that streams, or use a fault for whole answers.',
  },
  GW1402: {
    title: 'The end of a stream is not described as it has to be',
    explanation:
      'An ending has one of six names, and a place is a number of events, comments left out, or a number of bytes of the body.',
    fix: "Write for example end('stall', { afterEvents: 1 }).",
  },
  GW1403: {
    title: 'A stream is to be held of a request that asked for none',
    explanation: 'The gateway only streams images, and only for requests that say stream: true.',
    fix: 'Let the app send stream: true, or say with where() which request is meant.',
  },
  GW1404: {
    title: 'A stream is to be held of a model that has none',
    explanation:
      'Models whose providers cannot stream answer in one piece, also with stream: true, as the specification says.',
    fix: 'Ask for a model that streams, such as acme/paint-1 of the golden world.',
  },
  GW1405: {
    title: 'A stream is to be held of a request that was answered otherwise',
    explanation:
      'The request was refused, or another rule answered it, before there was a stream. The message says what was answered.',
    fix: 'Correct the request, or take the other rule away.',
  },
  GW1406: {
    title: 'There is no such partial image',
    explanation:
      'An image has as many partial images as its size allows: three from 192 pixels on the shorter side, two from 80, one from 32. SVG is streamed as text.',
    fix: 'Take an index that the message names, or ask for a larger image.',
  },
  GW1407: {
    title: 'The stream is over',
    explanation:
      'After complete(), error() or end() nothing more can be sent, nor after the gateway itself gave up on its silent provider.',
    fix: 'Send what is to be sent before the end.',
  },
  GW1408: {
    title: 'The client left before the event could be sent',
    explanation: 'The connection was closed, or the request was aborted, while the test held it.',
    fix: 'If the test expects that, expect this rejection, or send nothing more.',
  },
  GW1409: {
    title: 'A held stream was never ended',
    explanation:
      'The tenant was disposed while a test still held a stream, so its client is left without an end.',
    fix: "Call complete(), error() or end() on what stream() returned; end('stall') leaves the client waiting on purpose.",
  },
  GW1410: {
    title: 'No request came for a held stream',
    explanation:
      'The test waited for a stream to hold, and its tenant was disposed before a request came that the rule is for.',
    fix: 'Send the request before you wait for the stream, and look at t.requests() for what came instead.',
  },

  // Clock
  GW1501: {
    title: 'A span of time cannot be read',
    explanation:
      'Spans are milliseconds, or a number directly followed by ms, s, m, h or d. They are never negative.',
    fix: "Write advance(90_000) or advance('90s'). To go back in time, use set().",
  },
  GW1502: {
    title: 'A moment cannot be read',
    explanation:
      'Moments are a Date, milliseconds since 1970, or ISO 8601: a date alone is midnight UTC, and a time comes with Z or an offset, because without one it would be another moment on another machine.',
    fix: "Write for example set('2026-08-01T12:00:00Z').",
  },
  GW1503: {
    title: 'A clock has no such mode',
    explanation:
      'A clock is flowing (like real time), frozen (moves when told), or autoAdvance (jumps from wait to wait).',
    fix: "Take one of the three, as in createMockGateway({ clock: 'frozen' }).",
  },
  GW1504: {
    title: 'A latency cannot be read',
    explanation:
      'A latency is the name of a profile, a span of time, the least and the most of one as a list, an object with one of these for answer, start, partial and image, or a function that returns any of them.',
    fix: "Write for example latency: 'typical', or latency: { answer: '50ms', image: ['1s', '3s'] }.",
  },
} as const satisfies Readonly<Record<`GW1${number}`, DiagnosticEntry>>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/** Whether an error is a diagnostic of this project, or the one of the mock with this code. */
export function isDiagnostic(error: unknown, code?: DiagnosticCode): error is Error {
  if (!(error instanceof Error && 'code' in error)) return false;
  return code === undefined ? /^GW\d{4}$/.test(String(error.code)) : error.code === code;
}

/** An error for the user of the mock. Its message ends in the code that `explain` explains. */
export function diagnostic(
  code: DiagnosticCode,
  message: string,
  options?: ErrorOptions,
): Error & { readonly code: DiagnosticCode } {
  return diagnosticError(code, message, options);
}
