/** Returns a server-sent event of one line of data, with a name where its dialect has names. */
export function frame(data: string, event?: string): string {
  return event === undefined ? `data: ${data}\n\n` : `event: ${event}\ndata: ${data}\n\n`;
}
