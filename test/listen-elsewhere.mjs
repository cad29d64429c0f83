// Loaded into the main process of a product under test before its own code: it listens on another port instead of the one that the processes
// share, so that all calls of published apps go to the others, which do not inherit this.
import { Server } from 'node:net';

const { listen } = Server.prototype;
Server.prototype.listen = function (options, ...rest) {
  return listen.call(this, options?.reusePort ? { ...options, port: 0 } : options, ...rest);
};
