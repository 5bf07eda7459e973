import { call, fail, raw, reason, say, type MockTenant } from '@model-gateway/mock';

/** Rules of an answer, and the script that has to be copied from it. */
interface Case {
  readonly rules: (t: MockTenant) => void;
  /** Whether JSON of a city is asked for. */
  readonly isJson?: true;
  /** Only whole, or only streamed; both by default. */
  readonly stream?: boolean;
  /** The script, of chat completions. */
  readonly script: string | RegExp;
  /** Where the mock refuses the rules in JSON. */
  readonly json?: 'refused';
}

export const CASES: Readonly<Record<string, Case>> = {
  text: {
    rules: (t) => t.chat('weather').say('Rain in Oslo.'),
    script: "gateway.chat('weather').say('Rain in Oslo.');\n",
  },
  'text with quotes, lines and signs of templates': {
    rules: (t) => t.chat('weather').say('It\'s "wet"\nin ${Oslo} `now` \\ \u2028'),
    script:
      /^gateway\.chat\('weather'\)\.say\('It\\'s "wet"\\nin \$\{Oslo\} `now` \\\\ \\u2028'\);\n$/,
  },
  'what looks like a template of rules': {
    rules: (t) => t.chat('weather').say([say('{'), say('{last}} and {'), say('{turn}}')]),
    script: /say: '\{last\}\} and \{' \}/,
  },
  reasoning: {
    rules: (t) => t.chat('weather').say([reason('Which place?'), say('Rain.')]),
    script: "gateway.chat('weather').say([{ reason: 'Which place?' }, { say: 'Rain.' }]);\n",
  },
  'a call': {
    rules: (t) => t.chat('weather').call('weather', { place: 'Oslo' }),
    script: "gateway.chat('weather').call('weather', { place: 'Oslo' });\n",
  },
  'parallel calls': {
    rules: (t) => t.chat('weather').call({ weather: { place: 'Oslo' }, clock: {} }),
    script: `gateway.chat('weather').call([
  { call: 'weather', args: { place: 'Oslo' } },
  { call: 'clock', args: {} },
]);
`,
  },
  'two calls of one tool behind text': {
    rules: (t) =>
      t
        .chat('weather')
        .say([
          say('Let me look.'),
          call('weather', { place: 'Oslo' }),
          call('weather', { place: 'Bergen' }),
        ]),
    script: `gateway.chat('weather').script([
  { say: 'Let me look.' },
  { call: 'weather', args: { place: 'Oslo' } },
  { call: 'weather', args: { place: 'Bergen' } },
]);
`,
  },
  'arguments with the name of the prototype': {
    rules: (t) =>
      t.chat('weather').call('weather', JSON.parse('{"__proto__":{"place":1},"a-b":null}')),
    script: `gateway.chat('weather').call('weather', { ['__proto__']: { place: 1 }, 'a-b': null });
`,
    json: 'refused',
  },
  'arguments that are not JSON': {
    rules: (t) => t.chat('weather').call('weather', raw('{"place": "Os')),
    // Whole messages have no room for them.
    stream: true,
    script: `// import { raw } from '@model-gateway/mock';
gateway.chat('weather').call('weather', raw('{"place": "Os'));
`,
  },
  'a tool that is not offered': {
    rules: (t) => t.chat('weather').call('ghost', {}, { unchecked: true }),
    script: "gateway.chat('weather').call('ghost', {}, { unchecked: true });\n",
  },
  'arguments that do not fit': {
    rules: (t) => t.chat('weather').call('weather', { place: 5 }, { unchecked: true }),
    script: "gateway.chat('weather').call('weather', { place: 5 }, { unchecked: true });\n",
  },
  'arguments that do not fit, behind text': {
    rules: (t) =>
      t
        .chat('weather')
        .say([say('Let me look.'), call('weather', { place: 5 })], { unchecked: true }),
    script: `gateway.chat('weather').script([
  { say: 'Let me look.', unchecked: true },
  { call: 'weather', args: { place: 5 }, unchecked: true },
]);
`,
  },
  'text where JSON is asked for': {
    isJson: true,
    rules: (t) => t.chat('weather').say('Oslo', { unchecked: true }),
    script: "gateway.chat('weather').say('Oslo', { unchecked: true });\n",
  },
  'a stream that breaks off in JSON': {
    isJson: true,
    rules(t) {
      t.chat('weather').json({ city: 'Oslo and Bergen' });
      t.chat().end('abort', { afterDeltas: 2 });
    },
    stream: true,
    script: `gateway.chat('weather').say('{"city":"Oslo and ', { unchecked: true });
gateway.chat('weather').end('abort', { afterDeltas: 2 });
`,
  },
  JSON: {
    isJson: true,
    rules: (t) => t.chat('weather').json({ city: 'Oslo' }),
    script: "gateway.chat('weather').json({ city: 'Oslo' });\n",
  },
  'a refusal': {
    rules: (t) => t.chat('weather').refuse('I would rather not.'),
    script: "gateway.chat('weather').refuse('I would rather not.');\n",
  },
  'an answer that is too long': {
    rules: (t) => t.chat('weather').say('It was a dark and', { finish: 'length' }),
    script: "gateway.chat('weather').say('It was a dark and', { finish: 'length' });\n",
  },
  'counts of its own': {
    rules: (t) =>
      t.chat('weather').say('Rain.', { usage: { input: 2000, cached: 1536, output: 7 } }),
    script: `gateway.chat('weather').say('Rain.', { usage: { input: 2000, output: 7, cached: 1536 } });
`,
  },
  'its pace, in words': {
    rules: (t) =>
      t.chat('weather').say('Roses are red', { pace: { first: '400ms', every: '50ms' } }),
    stream: true,
    script: `gateway.chat('weather').say('Roses are red', { pace: { first: '400ms', every: '50ms' } });
`,
  },
  'its pace, in other pieces': {
    rules: (t) =>
      t.chat('weather').say('Roses are red', { pace: { by: [2, 7, 9], first: 400, every: 50 } }),
    stream: true,
    script: /by: \[2, 7, 4\]/,
  },
  'an error': {
    rules: (t) => t.chat('weather').fail(529, { message: 'Too many.', retryAfter: 3 }),
    script:
      /^gateway\.chat\('weather'\)\.fail\(529, \{\n.*message: 'Too many\.',[^]*retryAfter: 3,/,
  },
  'an error by its name': {
    rules: (t) => t.chat('weather').inTurn(fail('context-too-long')),
    script: /^gateway\.chat\('weather'\)\.fail\(400, \{\n.*message: "?'?This model/,
  },
  'a stream that breaks off': {
    rules(t) {
      t.chat('weather').say('one two three four');
      t.chat().end('abort', { afterDeltas: 3 });
    },
    stream: true,
    script: `gateway.chat('weather').say('one two three ');
gateway.chat('weather').end('abort', { afterDeltas: 3 });
`,
  },
  'a stream that breaks off in other pieces than words': {
    rules(t) {
      t.chat('weather').say('one two three four', { pace: { by: 5 } });
      t.chat().end('clean-eof', { afterDeltas: 2 });
    },
    stream: true,
    script: `gateway.chat('weather').say('one two th', { pace: { by: 5 } });
gateway.chat('weather').end('clean-eof', { afterDeltas: 2 });
`,
  },
  'a stream that breaks off in a call': {
    rules(t) {
      t.chat('weather').call('weather', { place: 'Oslo' });
      t.chat().end('abort', { afterDeltas: 1 });
    },
    stream: true,
    script: `// import { raw } from '@model-gateway/mock';
gateway.chat('weather').call('weather', raw('{"place":"Os'));
gateway.chat('weather').end('abort', { afterDeltas: 1 });
`,
  },
  'a stream that breaks off before it says anything': {
    rules(t) {
      t.chat().end('abort', { afterDeltas: 0 });
    },
    stream: true,
    script: "gateway.chat('weather').end('abort', { afterDeltas: 0 });\n",
  },
  'a stream with an error': {
    rules(t) {
      t.chat('weather').say('one two three four');
      t.chat().end('error-event', { afterDeltas: 2, error: { code: 529, message: 'Busy.' } });
    },
    stream: true,
    script: `gateway.chat('weather').say('one two ');
gateway.chat('weather').end('error-event', {
  afterDeltas: 2,
  error: { code: 529, message: 'Busy.' },
});
`,
  },
};
