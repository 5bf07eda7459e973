import type { DiagnosticEntry } from '@model-gateway/core/kit';

/** The diagnostics of streams, GW14xx: their endings, and streams that a test holds. */
export const STREAM_DIAGNOSTICS = {
  GW1401: {
    title: 'A stream ending was applied to a response that is not a stream',
    explanation:
      'Only event streams have these endings. The gateway streams images and conversations when the request has stream: true and the model can stream; all other responses are sent whole.',
    fix: 'Let the app send stream: true, choose a model that streams, or use a fault for whole answers.',
  },
  GW1402: {
    title: 'Invalid stream ending',
    explanation:
      'An ending has one of six names. Its place is a number of events, not counting comments, a number of deltas, which are the events with something that the model said, or a number of bytes of the body.',
    fix: "Write for example end('stall', { afterEvents: 1 }).",
  },
  GW1403: {
    title: 'Cannot hold a stream: the request did not ask for one',
    explanation:
      'The gateway streams images and conversations, and only for requests with stream: true.',
    fix: 'Let the app send stream: true, or select the right request with where().',
  },
  GW1404: {
    title: 'Cannot hold a stream: the model does not stream',
    explanation:
      'A model whose provider cannot stream answers with one whole response, even to stream: true, as the specification says.',
    fix: 'Request a model that streams, such as acme/paint-1 of the golden world.',
  },
  GW1405: {
    title: 'Cannot hold a stream: the request got another answer',
    explanation:
      'The gateway refused the request, or another rule answered it, before a stream began. The message shows the answer.',
    fix: 'Correct the request, or remove the other rule.',
  },
  GW1406: {
    title: 'Unknown index of a partial image',
    explanation:
      'The number of partial images depends on the size of the image: three from 192 pixels on the shorter side, two from 80, one from 32. SVG is streamed as text.',
    fix: 'Use an index that the message names, or request a larger image.',
  },
  GW1407: {
    title: 'The stream has ended',
    explanation:
      'Nothing can be sent after complete(), error() or end(), or after the gateway itself gave up on its silent provider.',
    fix: 'Send everything before the end.',
  },
  GW1408: {
    title: 'The client left before the event could be sent',
    explanation: 'The connection closed, or the request was aborted, while the test held it.',
    fix: 'If the test expects that, expect this rejection, or send nothing more.',
  },
  GW1409: {
    title: 'A held stream was never ended',
    explanation:
      'The tenant was disposed while a test still held a stream, so its client never saw an end.',
    fix: "Call complete(), error() or end() on what stream() returned; end('stall') leaves the client waiting on purpose.",
  },
  GW1411: {
    title: 'A held call has ended',
    explanation:
      'Blocks of an answer follow each other: what is said after a call, another call too, ends its arguments.',
    fix: 'Say all arguments of a call before anything else: const lookup = await s.call(…); await lookup.args(…).',
  },
  GW1410: {
    title: 'A held stream received no request',
    explanation:
      'The test waited for a stream to hold, and its tenant was disposed before a request matched the rule.',
    fix: 'Send the request before you await the stream, and look at t.requests() for the requests that did arrive.',
  },
} as const satisfies Readonly<Record<`GW14${number}`, DiagnosticEntry>>;
