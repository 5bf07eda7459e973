import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers with the body that came, and how its length was told. */
export async function echo(req: IncomingMessage, res: ServerResponse) {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  const { 'content-length': length, 'transfer-encoding': coding } = req.headers;
  res.end(JSON.stringify({ text, length, coding }));
}
