import { numbered, type LoadRequest } from './load-job.ts';

/** Returns the text of request number `n`, as it is written to a socket. */
export function requestTexts(request: LoadRequest, port: number): (n: number) => string {
  const { body = '', method = request.body === undefined ? 'GET' : 'POST' } = request;
  const length =
    request.body === undefined ? {} : { 'content-length': String(numbered(body, 0).length) };
  const headers = Object.entries({ host: `127.0.0.1:${port}`, ...request.headers, ...length })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return (n) =>
    `${method} ${numbered(request.path, n)} HTTP/1.1\r\n${headers}\r\n${numbered(body, n)}`;
}
