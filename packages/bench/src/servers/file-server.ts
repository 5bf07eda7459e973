/**
 * The least that a server of a JSON file can be: what the mock's start-up is compared with.
 * Imports node: modules only, because it runs from a copy without types. Argument: the file.
 */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [file = ''] = process.argv.slice(2);
const server = createServer((_req, res) => {
  res.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  createReadStream(file).pipe(res);
});
server.listen(0, '127.0.0.1', () => {
  // A server that listens on TCP has an address of this form.
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
