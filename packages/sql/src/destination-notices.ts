/**
 * Notifies listeners in this process that destinations changed. Other processes find out by
 * reading.
 */
export class DestinationNotices {
  readonly #listeners = new Set<(workspaceId: string | undefined) => void>();

  subscribe(listener: (workspaceId: string | undefined) => void): () => void {
    // A function of its own, so that one listener may subscribe twice.
    const entry = (workspaceId: string | undefined) => listener(workspaceId);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** Without a workspace: any of them may have changed. */
  announce(workspaceId?: string): void {
    for (const listener of this.#listeners) listener(workspaceId);
  }
}
