/**
 * Keeps this process from sleeping until it is disposed of. Waking a sleeping client is work that
 * the kernel does in the server's name; it would make every server look slower that is slow enough
 * for its client to fall asleep.
 */
export function stayAwake(): Disposable {
  let isAwake = true;
  const turn = () => {
    if (isAwake) setImmediate(turn);
  };
  turn();
  return {
    [Symbol.dispose]() {
      isAwake = false;
    },
  };
}
