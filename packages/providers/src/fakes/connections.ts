import type { Socket } from 'node:net';

/** The open connections of a fake, and what waits for them. */
export class Connections {
  readonly #open = new Set<Socket>();
  readonly #whenClosed: (() => void)[] = [];
  readonly #whenSilent: (() => void)[] = [];
  #isSilent = false;

  add(socket: Socket): void {
    this.#open.add(socket);
    // A client that leaves resets its connection; tests do so on purpose.
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#open.delete(socket);
      if (this.#open.size === 0) for (const resume of this.#whenClosed.splice(0)) resume();
    });
  }

  fallSilent(): void {
    this.#isSilent = true;
    for (const resume of this.#whenSilent.splice(0)) resume();
  }

  /** Resolves when a fault has fallen silent. */
  async silent(): Promise<void> {
    if (!this.#isSilent) await new Promise<void>((resolve) => this.#whenSilent.push(resolve));
    this.#isSilent = false;
  }

  /** Resolves once no connection is open. */
  async allClosed(): Promise<void> {
    if (this.#open.size > 0) await new Promise<void>((resolve) => this.#whenClosed.push(resolve));
  }

  destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }
}
