/** The destination of a request, as exceptions see it. */
export interface Target {
  /** `https:` or `http:`. */
  readonly protocol: string;
  /** As normalized by the URL parser: lower case, ASCII, IPv6 without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** The address; absent while only the name is checked. */
  readonly address?: string;
}

/** Returns the target of an http or https URL. */
export function targetOf({ protocol, hostname, port }: URL): Target {
  const defaultPort = protocol === 'https:' ? 443 : 80;
  return {
    protocol,
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? defaultPort : Number(port),
  };
}
