import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureClass } from '@model-gateway/core';
import type { Block } from '@model-gateway/core/chat';
import {
  json,
  script as scriptOf,
  type FakeReply,
  type Fault,
} from '@model-gateway/providers/testing';
import { CHAT_FRAMES, type Frames } from './frames.ts';
import { contextOf, jobOf, sceneOf } from './subject.ts';
import { CHAT_SUBJECTS } from './subjects.ts';

const said = (content: unknown) => ({ messages: [{ role: 'user', content }] });
const TOOL = { type: 'function', function: { name: 'a.weather', parameters: { type: 'object' } } };
const error = (message: string, code?: string) => ({ error: { message, code } });

/** Models that reason have hidden reasoning beside what they say. */
const isSaid = ({ type }: Block) => type !== 'reasoning';

/** Each character of a step is a byte. */
const script = (steps: readonly string[]): FakeReply =>
  scriptOf(
    steps.map((step) =>
      step === 'pause' || step === 'reset' ? step : Buffer.from(step, 'latin1'),
    ),
  );

const brokenAs = (code: string | number) =>
  `data: ${JSON.stringify({ error: { message: 'x', code } })}\n\n`;

/* Faults before the answer is accepted, or in it; the names of the places are those of the plan. */
const faultsOf = ({
  HI,
  CALL,
  BEGUN,
  TOO_LONG,
  USED_UP,
  broken = brokenAs,
}: Frames): readonly (readonly [what: string, fault: Fault, failure: FailureClass])[] => [
  ['a reset before the headers', 'reset', 'server'],
  ['a connection cut in the middle', 'cut', 'server'],
  ['a reset after the headers', script(['reset']), 'server'],
  ['a reset after the role', script([BEGUN, 'reset']), 'server'],
  ['a reset in the text', script([HI, 'reset']), 'server'],
  ['a reset in a call', script([CALL, 'reset']), 'server'],
  ['an end before anything', script([]), 'malformed'],
  ['an end after the role', script([BEGUN]), 'cut-off'],
  ['an end in the text', script([HI]), 'cut-off'],
  ['an end in a call', script([CALL]), 'cut-off'],
  ['an error in the text', script([HI, broken('server_error')]), 'server'],
  ['an error first', script([broken(429)]), 'rate-limited'],
  [
    'a page with success',
    { headers: { 'content-type': 'text/html' }, body: Buffer.from('<p>Hi</p>') },
    'malformed',
  ],
  ['nothing with success', { headers: {}, body: new Uint8Array() }, 'malformed'],
  ['no content', { status: 204, body: new Uint8Array() }, 'malformed'],
  ['an empty object', json({}), 'malformed'],
  ['no choices', json({ choices: [] }), 'malformed'],
  ['an error with success', json(TOO_LONG), 'context'],
  [
    'a redirect',
    { status: 307, headers: { location: 'http://127.0.0.1:1/' }, body: new Uint8Array() },
    'server',
  ],
  ['400', json(error('No', 'unsupported_value'), 400), 'parameter'],
  ['a prompt that is too long', json(TOO_LONG, 400), 'context'],
  ['a refused prompt', json(error('No', 'content_policy_violation'), 400), 'policy'],
  ['401', json(error('No', 'invalid_api_key'), 401), 'credential'],
  ['402', json(error('No'), 402), 'credential'],
  ['a used up quota', json(USED_UP, 429), 'credential'],
  ['404', json(error('No', 'model_not_found'), 404), 'model'],
  ['408', json(error('No'), 408), 'timeout'],
  ['413', json(error('No'), 413), 'too-large'],
  ['429', json(error('No', 'rate_limit_exceeded'), 429), 'rate-limited'],
  ['500', json(error('No'), 500), 'server'],
  [
    '502 in HTML',
    { status: 502, headers: { 'content-type': 'text/html' }, body: Buffer.from('<p>') },
    'server',
  ],
  ['503', json(error('No'), 503), 'overloaded'],
  ['504', json(error('No'), 504), 'timeout'],
  ['529', json(error('No'), 529), 'overloaded'],
];

for (const [name, subject] of Object.entries(CHAT_SUBJECTS)) {
  const { frames = CHAT_FRAMES } = subject;
  const { HI, FINISH, END = 'data: [DONE]\n\n' } = frames;
  describe(`conversations of ${name}, over its fake`, () => {
    for (const stream of [false, true]) {
      const how = stream ? 'streamed' : 'whole';

      it(`are answered, ${how}`, async () => {
        await using scene = await sceneOf(subject);
        const { blocks, finish, usage } = await scene.ask({ ...said('Grüße 🌍'), stream });
        assert.deepEqual(blocks.filter(isSaid), [{ type: 'text', text: 'You said: Grüße 🌍' }]);
        assert.equal(finish?.reason, 'stop');
        assert.ok((usage?.inputTokens ?? 0) > 0 && (usage?.outputTokens ?? 0) > 0);
      });

      it(`end at the limit of tokens, ${how}`, async () => {
        await using scene = await sceneOf(subject);
        const body = { ...said('word '.repeat(40)), max_tokens: 16, stream };
        const { blocks, finish } = await scene.ask(body);
        const whole = `You said: ${'word '.repeat(40)}`;
        assert.deepEqual(blocks.filter(isSaid), [{ type: 'text', text: whole.slice(0, 64) }]);
        assert.equal(finish?.reason, 'length');
      });

      // Some cannot be told to call.
      if (subject.calls === undefined) {
        it(`call tools by the client's name and go on with the result, ${how}`, async () => {
          await using scene = await sceneOf(subject);
          const body = { ...said('Weather?'), tools: [TOOL], tool_choice: 'required', stream };
          const { blocks, finish } = await scene.ask(body);
          const call = blocks.find(({ type }) => type === 'call');
          assert.ok(call?.type === 'call');
          assert.equal(call.name, 'a.weather');
          assert.deepEqual(JSON.parse(call.input), { a: 1 });
          assert.equal(finish?.reason, 'calls');
          const { id, name: called, input } = call;
          const history = [
            ...body.messages,
            {
              role: 'assistant',
              content: null,
              tool_calls: [{ id, type: 'function', function: { name: called, arguments: input } }],
            },
            { role: 'tool', tool_call_id: id, content: 'sunny' },
          ];
          const after = await scene.ask({ messages: history, tools: [TOOL], stream });
          assert.equal(after.finish?.reason, 'stop');
        });
      }
    }

    it('send what the fake accepts, with every role', async () => {
      await using scene = await sceneOf(subject);
      const messages = [
        { role: 'system', content: 'a' },
        { role: 'developer', content: 'b' },
        { role: 'user', content: [{ type: 'text', text: 'c' }] },
        { role: 'assistant', content: 'd', reasoning: 'e' },
        { role: 'user', content: 'f' },
      ];
      const sampling = subject.isSampled ? { temperature: 1 } : {};
      const { blocks } = await scene.ask({ messages, max_tokens: 100, ...sampling });
      assert.deepEqual(blocks.filter(isSaid), [{ type: 'text', text: 'You said: f' }]);
    });

    for (const [what, fault, failure] of faultsOf(frames)) {
      it(`fail as ${failure} for ${what}`, async () => {
        await using scene = await sceneOf(subject);
        scene.fake.fail('submit', fault);
        await assert.rejects(scene.parts({ ...said('Hi'), stream: true }), (thrown: object) => {
          assert.ok('failure' in thrown);
          assert.equal(thrown.failure, failure);
          return true;
        });
      });
    }

    const whole: readonly (readonly [what: string, steps: readonly string[]])[] = [
      ['a reset after the finish reason', [HI, FINISH, 'reset']],
      ['an end without a mark', [HI, FINISH]],
      ['a reset after the mark', [HI, FINISH, END, 'reset']],
      ['text as its type', [HI, FINISH, END]],
    ];
    for (const [what, steps] of whole) {
      it(`are complete with ${what}`, async () => {
        await using scene = await sceneOf(subject);
        const type = what === 'text as its type' ? 'text/plain' : 'text/event-stream';
        const reply: FakeReply = { ...script(steps), headers: { 'content-type': type } };
        scene.fake.fail('submit', reply);
        const { blocks } = await scene.ask({ ...said('Hi'), stream: true });
        assert.deepEqual(blocks, [{ type: 'text', text: 'Hi' }]);
      });
    }

    it('come as they are sent', async () => {
      await using scene = await sceneOf(subject);
      const steps = [HI, 'pause', HI, 'pause', FINISH, END];
      scene.fake.fail('submit', script(steps));
      const job = jobOf(subject.model, { ...said('Hi'), stream: true });
      const answer = await scene.provider.chat?.answer(job, contextOf());
      assert.ok(answer);
      const arrived: string[] = [];
      for await (const parts of answer.steps) {
        arrived.push(parts.map(({ type }) => type).join(' '));
        if (arrived.length < 3) scene.fake.proceed();
      }
      assert.deepEqual(arrived.slice(0, 2), ['start open delta', 'delta']);
      assert.match(arrived.slice(2).join(' ').trim(), /^close (?:usage )?finish done$/);
    });

    it('end at once when the client leaves, in an answer and before', async () => {
      for (const fault of [script([HI, 'pause']), 'silence'] as const) {
        await using scene = await sceneOf(subject);
        scene.fake.fail('submit', fault);
        const controller = new AbortController();
        const reason = new Error('the client left');
        const job = jobOf(subject.model, { ...said('Hi'), stream: true });
        const answering = scene.provider.chat?.answer(job, contextOf(controller.signal));
        if (fault === 'silence') {
          await scene.fake.silent();
          controller.abort(reason);
          await assert.rejects(async () => answering, reason);
        } else {
          const answer = await answering;
          assert.ok(answer);
          await assert.rejects(async () => {
            for await (const _ of answer.steps) controller.abort(reason);
          }, reason);
        }
        await scene.fake.allClosed();
      }
    });

    it('never say the key', async () => {
      await using scene = await sceneOf(subject);
      const { apiKey } = scene.fake;
      scene.fake.fail('submit', json(error(`The key ${apiKey} is wrong`, 'invalid_value'), 400));
      const asked = scene.parts(said('Hi'));
      await assert.rejects(asked, (thrown: Error) => !thrown.message.includes(apiKey));
    });

    it('refuse a model that they do not have', async () => {
      await using scene = await sceneOf(subject);
      const asked = scene.provider.chat?.answer(jobOf('acme/none', said('Hi')), contextOf());
      await assert.rejects(async () => asked, { failure: 'model' });
      assert.equal(scene.provider.chat?.endpoint('acme/none'), undefined);
    });
  });
}
