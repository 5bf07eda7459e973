/** Cuts markup into chunks of whole lines, about `length` characters each, as a model would send them. */
export function* svgChunks(markup: string, length = 4096): Generator<string> {
  let chunk = '';
  for (const line of markup.split(/(?<=\n)/)) {
    if (chunk !== '' && chunk.length + line.length > length) {
      yield chunk;
      chunk = '';
    }
    chunk += line;
  }
  if (chunk !== '') yield chunk;
}
