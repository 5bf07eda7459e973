// Loaded into a server by its tests: sends SIGHUP to each of its processes as that opens its first
// port, and to the primary as each of its workers begins to run.
import cluster from 'node:cluster';
import { Server } from 'node:net';

const hangUp = () => process.kill(process.pid, 'SIGHUP');
const { listen } = Server.prototype;
Server.prototype.listen = function (...args) {
  Server.prototype.listen = listen;
  hangUp();
  return listen.apply(this, args);
};
cluster.on('online', hangUp);
