import { bodyExample, type Route } from './route.ts';

/** A request in one language. */
export interface RequestExample {
  readonly language: 'curl' | 'TypeScript' | 'Python';
  readonly code: string;
}

/**
 * Creates the same request for curl, for `fetch` in TypeScript, and for Python's `requests`. A
 * parameter of the path is its name in capitals; a base URL that is only a path gets a placeholder's
 * origin.
 */
export function requestExamples(route: Route, serverUrl: string): readonly RequestExample[] {
  const method = route.method.toUpperCase();
  const url = quotable(absolute(serverUrl) + route.path.replaceAll(/\{(\w+)\}/g, inCapitals));
  const body = bodyExample(route.operation);
  return [
    { language: 'curl', code: inCurl(method, url, body) },
    { language: 'TypeScript', code: inTypeScript(method, url, body) },
    { language: 'Python', code: inPython(method, url, body) },
  ];
}

function absolute(serverUrl: string): string {
  const base = serverUrl.replace(/\/$/, '');
  return base.startsWith('/') || base === '' ? `https://gateway.example${base}` : base;
}

function inCapitals(_parameter: string, name: string): string {
  return name.toUpperCase();
}

/** Percent-encodes what would end a string or mean something to a shell. */
function quotable(url: string): string {
  return url.replaceAll(
    /['"`$\\<>\s]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

function inCurl(method: string, url: string, body: unknown): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    `  -H "authorization: Bearer $API_KEY"`,
    ...(body === undefined
      ? []
      : [
          `  -H 'content-type: application/json'`,
          `  -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ].join(' \\\n');
}

function inTypeScript(method: string, url: string, body: unknown): string {
  const hasBody = body !== undefined;
  const headers = [
    '    authorization: `Bearer ${process.env.API_KEY}`,',
    ...(hasBody ? [`    'content-type': 'application/json',`] : []),
  ];
  return [
    `const response = await fetch('${url}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    ...headers,
    '  },',
    ...(hasBody ? [`  body: JSON.stringify(${indented(body, '  ')}),`] : []),
    '});',
    'if (!response.ok) throw new Error((await response.json()).error.message);',
    'console.log(await response.json());',
  ].join('\n');
}

function inPython(method: string, url: string, body: unknown): string {
  return [
    'import os',
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    "${url}",`,
    '    headers={"authorization": f"Bearer {os.environ[\'API_KEY\']}"},',
    ...(body === undefined ? [] : [`    json=${pythonLiteral(body)},`]),
    ')',
    'response.raise_for_status()',
    'print(response.json())',
  ].join('\n');
}

function indented(body: unknown, by: string): string {
  return JSON.stringify(body, null, 2).replaceAll('\n', `\n${by}`);
}

/** JSON whose `true`, `false` and `null` outside of strings are Python's. */
function pythonLiteral(body: unknown): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return indented(body, '    ')
    .replaceAll('\n      ', '\n        ')
    .replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => words[token] ?? token);
}
