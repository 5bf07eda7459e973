import type { StreamEnding, WireFault } from '@model-gateway/mock';
import type { Client, StreamingClient } from './clients.ts';

const CLOSED = 'TypeError: terminated ← UND_ERR_SOCKET';
const RESET = 'TypeError: terminated ← ECONNRESET';
const UNPARSED = 'TypeError: terminated ← HTTPParserError';

/**
 * What each client makes of each wire fault, without retries: docs/mock/faults.md shows it, so that one can
 * see which error a test will meet.
 */
export const FAULT_TABLE: Readonly<Record<WireFault, Readonly<Record<Client, string>>>> = {
  'reset-before-headers': {
    fetch: 'TypeError: fetch failed ← ECONNRESET',
    '@openrouter/sdk': 'ConnectionError',
    'AI SDK': 'APICallError',
    openai: 'APIConnectionError',
  },
  'end-before-headers': {
    fetch: 'TypeError: fetch failed ← UND_ERR_SOCKET',
    '@openrouter/sdk': 'ConnectionError',
    'AI SDK': 'APICallError',
    openai: 'APIConnectionError',
  },
  'reset-after-headers': {
    fetch: RESET,
    '@openrouter/sdk': RESET,
    'AI SDK': 'APICallError 200',
    openai: RESET,
  },
  'short-content-length': {
    fetch: CLOSED,
    '@openrouter/sdk': CLOSED,
    'AI SDK': 'APICallError 200',
    openai: CLOSED,
  },
  'truncated-chunk': {
    fetch: CLOSED,
    '@openrouter/sdk': CLOSED,
    'AI SDK': 'APICallError 200',
    openai: CLOSED,
  },
  'bad-chunk': {
    fetch: UNPARSED,
    '@openrouter/sdk': UNPARSED,
    'AI SDK': 'APICallError 200',
    openai: UNPARSED,
  },
  garbage: {
    fetch: 'TypeError: fetch failed ← HTTPParserError',
    '@openrouter/sdk': 'ConnectionError',
    'AI SDK': 'APICallError',
    openai: 'APIConnectionError',
  },
  hang: {
    fetch: 'TimeoutError',
    '@openrouter/sdk': 'RequestTimeoutError',
    'AI SDK': 'TimeoutError',
    openai: 'APIUserAbortError',
  },
  'empty-200': {
    fetch: 'SyntaxError',
    '@openrouter/sdk': 'SyntaxError',
    'AI SDK': 'APICallError 200',
    openai: 'undefined',
  },
  'cut-json': {
    fetch: 'SyntaxError',
    '@openrouter/sdk': 'SyntaxError',
    'AI SDK': 'APICallError 200',
    openai: 'SyntaxError',
  },
  'html-502': {
    fetch: 'SyntaxError',
    '@openrouter/sdk': 'OpenRouterDefaultError 502',
    'AI SDK': 'APICallError 502',
    openai: 'InternalServerError 502',
  },
  'wrong-content-type': {
    fetch: 'the images',
    '@openrouter/sdk': 'OpenRouterDefaultError 200',
    'AI SDK': 'the images',
    openai: 'the answer as text',
  },
};

/**
 * What each client sees of each ending after the first event: further events, then how it goes on.
 * `waits`: nothing comes, until the caller ends it with a time-out.
 */
export const ENDING_TABLE: Readonly<
  Record<StreamEnding, Readonly<Record<StreamingClient, string>>>
> = {
  done: { fetch: '[DONE], ends', '@openrouter/sdk': 'ends', openai: 'ends' },
  'clean-eof': { fetch: 'ends', '@openrouter/sdk': 'ends', openai: 'ends' },
  abort: { fetch: CLOSED, '@openrouter/sdk': CLOSED, openai: CLOSED },
  'error-event': {
    fetch: 'error, [DONE], ends',
    '@openrouter/sdk': 'error, ends',
    openai: 'APIError',
  },
  stall: {
    fetch: 'waits, TimeoutError',
    '@openrouter/sdk': 'waits, TimeoutError',
    openai: 'waits, ends',
  },
  linger: { fetch: '[DONE], waits, TimeoutError', '@openrouter/sdk': 'ends', openai: 'ends' },
};
