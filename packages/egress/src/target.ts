/** Where a request goes. */
export interface Target {
  /** `https:` or `http:`. */
  readonly protocol: string;
  /** As the URL parser wrote it: lower case, ASCII, IPv6 without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** The address, once it is known; absent while only the name is judged. */
  readonly address?: string;
}

/** The target of an http or https URL. */
export function targetOf({ protocol, hostname, port }: URL): Target {
  const defaultPort = protocol === 'https:' ? 443 : 80;
  return {
    protocol,
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? defaultPort : Number(port),
  };
}
