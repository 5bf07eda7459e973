import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { anthropic } from '@model-gateway/providers/anthropic';
import { bedrock } from '@model-gateway/providers/bedrock';
import { cohere } from '@model-gateway/providers/cohere';
import { gemini } from '@model-gateway/providers/gemini';
import { openai } from '@model-gateway/providers/openai';
import {
  startFakeAnthropic,
  startFakeBedrock,
  startFakeCohere,
  startFakeGemini,
  startFakeOpenAi,
  tinyImage,
} from '@model-gateway/providers/testing';
import { gatewayOver } from '../support/gateway-over.ts';
import { SkippingClock } from '../support/skipping-clock.ts';
import { TALKS, type Json } from './talks.ts';

const PNG = tinyImage('png');
const TURNS = 6;

/** Each wire, with a model of its provider and the mark of its seals, where it seals what it thought. */
const UPSTREAMS = [
  {
    start: startFakeOpenAi,
    create: openai,
    model: 'openai/gpt-5.5',
    entry: { api: 'responses' },
    seal: /"encrypted_content":"gAAAAA/,
  },
  {
    start: startFakeAnthropic,
    create: anthropic,
    model: 'anthropic/claude-opus-5',
    entry: {},
    seal: /"signature":"Eq.*"redacted_thinking","data":"Eq/,
  },
  {
    start: startFakeGemini,
    create: gemini,
    model: 'google/gemini-3.8-flash',
    entry: {},
    seal: /"thoughtSignature":"(?!skip_)/,
  },
  {
    start: startFakeBedrock,
    create: bedrock,
    model: 'anthropic/claude-sonnet-5',
    entry: {},
    seal: /"signature":"Eq.*"redactedContent":"RX/,
  },
  {
    start: startFakeCohere,
    create: cohere,
    model: 'cohere/command-a-plus-05-2026',
    entry: {},
    seal: undefined,
  },
] as const;

const COUNT = UPSTREAMS.length;

/** A gateway over all of them. */
async function startScene() {
  const http = createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });
  const clock = new SkippingClock();
  const fakes = await Promise.all(UPSTREAMS.map(({ start }) => start()));
  const providers = UPSTREAMS.map(({ create, model, entry }, place) => {
    const { baseUrl = '', apiKey = '' } = fakes[place] ?? {};
    return create({ baseUrl, apiKey, http, clock, models: { [model]: { ...entry } } });
  });
  const errors: unknown[] = [];
  const post = gatewayOver({ clock, http, providers, onError: (error) => errors.push(error) });
  return {
    errors,
    /** Sends a request to one of them, and returns the answer and what its fake received. */
    async ask(place: number, path: string, body: Json) {
      const before = fakes.map(({ requests }) => requests.length);
      const { text } = await post(path, { model: UPSTREAMS[place]?.model, ...body });
      const asked = fakes.map(({ requests }, other) => requests.length - (before[other] ?? 0));
      assert.deepEqual(
        asked,
        UPSTREAMS.map((_, other) => (other === place ? 1 : 0)),
      );
      return { text, sent: fakes[place]?.requests.at(-1)?.request.body.toString() ?? '' };
    },
    async [Symbol.asyncDispose]() {
      await http.close();
      await Promise.all(fakes.map((fake) => fake[Symbol.asyncDispose]()));
    },
  };
}

const imagesIn = (sent: string) => sent.split(PNG).length - 1;

/*
 * Turn by turn the user says something with an image, tools are called, their results have images,
 * and the model answers. The fakes refuse what their vendors refuse, and verify every seal.
 */
describe('a conversation of six turns with tools, thinking and images', () => {
  for (const [dialect, talk] of Object.entries(TALKS)) {
    for (const isStream of [false, true]) {
      const how = `${dialect}, ${isStream ? 'streamed' : 'whole'}`;

      /** Goes through the turns; `placeOf` says who is asked first and who gets the results. */
      const converse = async (placeOf: (turn: number) => readonly [number, number]) => {
        await using scene = await startScene();
        let said: readonly Json[] = [];
        let images = 0;
        const sentTo: string[][] = UPSTREAMS.map(() => []);
        const ask = async (place: number, isForced: boolean) => {
          const body = { ...talk.body(said, isForced), stream: isStream };
          const { text, sent } = await scene.ask(place, talk.path, body);
          assert.equal(imagesIn(sent), images);
          sentTo[place]?.push(sent);
          return talk.read(text, isStream);
        };
        for (let turn = 0; turn < TURNS; turn++) {
          const [first, second] = placeOf(turn);
          said = [...said, ...talk.says(`Turn ${turn} (redact)`, PNG)];
          images++;
          const called = await ask(first, true);
          const results = talk.results(called, PNG);
          assert.match(JSON.stringify(results), /sunny.*sunny/);
          said = [...said, ...talk.answered(called), ...results];
          images += 2;
          const answer = await ask(second, false);
          assert.match(talk.textOf(answer), /^You said: /);
          said = [...said, ...talk.answered(answer)];
        }
        assert.deepEqual(scene.errors, []);
        return sentTo;
      };

      it(`goes from provider to provider, turn by turn: ${how}`, async () => {
        const sentTo = await converse((turn) => [turn % COUNT, turn % COUNT]);
        for (const [place, { seal, model }] of UPSTREAMS.entries()) {
          if (seal === undefined) continue;
          const [first = '', ...later] = sentTo[place] ?? [];
          assert.doesNotMatch(first, seal);
          // With its own results and in its next turn, what it sealed is there again.
          for (const sent of later) assert.match(sent, seal, model);
        }
      });

      it(`goes to another provider with every request: ${how}`, async () => {
        await converse((turn) => [(2 * turn) % COUNT, (2 * turn + 1) % COUNT]);
      });
    }
  }
});
