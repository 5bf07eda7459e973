/** Where text goes: a stream of the process, or a test's own. */
export interface TextOutput {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** Where lines go: standard output. */
export interface LineOutput extends TextOutput {
  /** Bytes that were written and that the reader has not taken. */
  readonly writableLength: number;
}

/** The surroundings of a command: the process, or a test. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: LineOutput;
  readonly stderr: TextOutput;
  /** Resolves at the next Ctrl-C, or when a process manager ends the program. */
  stopSignal(): Promise<void>;
  /** Ends the program soon, even if its standard output, where lines may be waiting, is not read. */
  endWithoutReader(): void;
}
