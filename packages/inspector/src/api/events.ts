/** One event of a stream: its data, and the id that the stream goes on after. */
export interface StreamEvent {
  readonly id: string | undefined;
  readonly data: string;
}

/** Yields the events of a body of server-sent events. `EventSource` cannot send a token. */
export async function* eventsOf(response: Response): AsyncGenerator<StreamEvent, void> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let rest = '';
  for (;;) {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) return;
    const frames = (rest + decoder.decode(chunk.value, { stream: true })).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const lines = frame.split('\n');
      const data = lines.flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
      const id = lines.find((line) => line.startsWith('id: '))?.slice(4);
      if (data.length > 0) yield { id, data: data.join('\n') };
    }
  }
}
