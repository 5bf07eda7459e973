/** What a Dockerfile says, as far as it can be run without a container engine. */
export interface Dockerfile {
  /** The variables of ARG and ENV. */
  readonly variables: Readonly<Record<string, string>>;
  /** Shell commands, in their order. */
  readonly run: readonly string[];
  readonly workdir: string;
  /** Programs with their arguments. */
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

/** They need a container engine. */
const NOT_RUN = new Set(['FROM', 'USER', 'VOLUME', 'EXPOSE']);

/** Reads a Dockerfile. Throws at an instruction that would be neither run nor known not to be. */
export function readDockerfile(text: string): Dockerfile {
  const variables: Record<string, string> = {};
  const run: string[] = [];
  const single: Record<string, string> = {};
  for (const line of text.replaceAll(/\\\n\s*/g, ' ').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'RUN') run.push(rest);
    else if (name === 'ARG' || name === 'ENV') {
      const [, variable = '', value = ''] = /^(\w+)=(\S*)$/.exec(rest) ?? [];
      if (variable === '') throw new Error(`expected one NAME=value, got: ${line}`);
      variables[variable] = value;
    } else if (['WORKDIR', 'ENTRYPOINT', 'CMD', 'HEALTHCHECK'].includes(name)) single[name] = rest;
    else if (!NOT_RUN.has(name)) throw new Error(`add how to run this instruction: ${line}`);
  }
  return {
    variables,
    run,
    workdir: single['WORKDIR'] ?? '/',
    entrypoint: execForm(single['ENTRYPOINT']),
    command: execForm(single['CMD']),
    healthCheck: execForm(single['HEALTHCHECK']),
  };
}

function execForm(text = ''): string[] {
  const words: unknown = JSON.parse(text.slice(text.indexOf('[')) || '[]');
  if (!Array.isArray(words)) throw new Error(`expected a list of words, got: ${text}`);
  return words.map(String);
}
