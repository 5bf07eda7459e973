/**
 * The least that a proxy of conversations can do: pipes bytes there and back, with node:http.
 * Arguments: the upstream's port, and `holds` where an answer waits until it is whole.
 */
import { Agent, createServer, request } from 'node:http';
import { countReads } from './count-reads.ts';
import { serveForBench } from './control.ts';

const [port = '', how] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
countReads();

serveForBench(
  createServer((req, res) => {
    const { authorization, 'content-type': type, 'content-length': length } = req.headers;
    const headers = { authorization, 'content-type': type, 'content-length': length };
    const options = { host: '127.0.0.1', port, path: req.url, method: 'POST', agent, headers };
    const sent = request(options, (answer) => {
      const begin = () => res.writeHead(answer.statusCode ?? 502, answer.headers);
      if (how !== 'holds') return void answer.pipe(begin());
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => {
        begin();
        for (const piece of pieces) res.write(piece);
        res.end();
      });
    });
    sent.on('error', () => res.destroy());
    req.pipe(sent);
  }),
);
