import type { Channel } from './send/channel.ts';
import { Workspace, type WorkspaceContext } from './workspace.ts';

/** The workspaces of a forwarder, each from its first record on. */
export class Workspaces {
  readonly #byId = new Map<string, Workspace>();
  readonly #context: WorkspaceContext;

  constructor(context: WorkspaceContext) {
    this.#context = context;
  }

  of(id: string): Workspace {
    let workspace = this.#byId.get(id);
    if (workspace === undefined) {
      this.#byId.set(id, (workspace = new Workspace(id, this.#context)));
    }
    return workspace;
  }

  [Symbol.iterator](): IterableIterator<Workspace> {
    return this.#byId.values();
  }

  get channels(): Channel[] {
    return [...this].flatMap((workspace) => [...workspace.channels.values()]);
  }

  /** Resolves when the destinations are known of all that have records. */
  async ready(): Promise<void> {
    await Promise.all(Array.from(this, (workspace) => workspace.ready()));
  }

  /** Notes that the destinations of a workspace changed; without an id, those of any. */
  invalidate(id: string | undefined): void {
    const changed = id === undefined ? this : [this.#byId.get(id)];
    for (const workspace of changed) workspace?.invalidate();
  }
}
