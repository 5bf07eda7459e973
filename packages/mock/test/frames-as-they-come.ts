import assert from 'node:assert/strict';

/** The frames of an event stream, comments too, each as soon as it is complete. */
export async function* framesAsTheyCome({ body }: Response): AsyncGenerator<string> {
  assert.ok(body);
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const frames = (text + chunk).split('\n\n');
    text = frames.pop() ?? '';
    yield* frames;
  }
}
