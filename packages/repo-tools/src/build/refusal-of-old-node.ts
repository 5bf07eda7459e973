/** What a package.json of this repository has. */
export interface Manifest {
  readonly name: string;
  readonly engines: { readonly node: string };
}

/**
 * Returns a statement for the beginning of a command, which names the Node that its package needs and
 * ends an older one: that may lack what every module of the command begins with (direct-builtins.ts).
 */
export function refusalOfOldNode({ name, engines }: Manifest): string {
  const needed = /^>=(\d+)\.(\d+)$/.exec(engines.node);
  if (needed === null)
    throw new Error(`expected engines.node such as ">=20.19", got "${engines.node}"`);
  const [, major, minor] = needed;
  const sentence = JSON.stringify(`${name} needs Node ${major}.${minor} or later; this is Node `);
  return (
    `{const{node:n}=process.versions,[a,b]=n.split(".");if(+a<${major}||+a==${major}&&+b<${minor})` +
    `{process.stderr.write(${sentence}+n+".\\n");process.exit(1)}}`
  );
}
