export const USAGE = `model-gateway-mock: a fake AI model gateway for tests and development

  model-gateway-mock serve [options]    serves requests until Ctrl-C
  model-gateway-mock record --upstream URL --out DIR
                                        records a gateway's answers until Ctrl-C
  model-gateway-mock check PATH…        reports mistakes in fixtures
  model-gateway-mock har import FILE --out DIR
                                        converts a browser's recording to fixtures
  model-gateway-mock har export PATH… --out FILE
                                        converts fixtures to an HTTP archive
  model-gateway-mock openapi            prints the interface as an OpenAPI 3.1 document
  model-gateway-mock explain [CODE]     explains an error code such as GW1301

Options of serve:

  --port N              port to listen on; 0 takes any free one     (4010)
  --host HOST           address to listen on                        (127.0.0.1)
  --allow-host NAME     also answer under this host name. May be
                        repeated                                    (this machine's; any
                                                                     beyond loopback)
  --seed N              seed of everything generated                (7)
  --models N            how many models to generate                 (400)
  --world NAME          golden: checked in, never changes;
                        tiny: a model of each kind; empty: nothing;
                        huge: 100,000 generated models;
                        generated: from the seed                    (golden, unless --seed
                                                                     or --models differ)
  --catalog FILE        serve the models of this file instead
  --preset NAMES        named trouble: flaky, slow, broke, throttled,
                        or several separated by commas
  --api-key KEY         inference key to accept                     (minted from the seed)
  --management-key KEY  management key to accept                    (minted from the seed)
  --base-path PATH      where the API lives                         (/v1)
  --public-catalog      serve GET /models without a key
  --strict              parameters and members that the gateway does not
                        know fail the tests that verify their tenants
  --dialect NAME        names on the wire: gateway or openrouter    (gateway)
  --control-token TEXT  token that tests send to control the mock   (none on loopback,
                                                                     else a new one)
  --no-control          no control interface under /__gateway
  --fixtures GLOB       answer with these fixtures, and reload them
                        when they change. May be repeated
  --fixtures-mode MODE  replay: refuse what no fixture answers;
                        replay-or-mock: let the mock answer it      (replay)
  --fixtures-speed N    speed of streams relative to the recording,
                        or max                                      (1)
  --quiet               print nothing but errors
  --help                this text

Options of record:

  --upstream URL        base URL of the gateway to record
  --out DIR             folder of the recording; merges with what it holds,
                        keeps files that were not recorded
  --port, --host, --base-path, --quiet                              as for serve
  --api-key KEY         sent to the upstream instead of the clients' keys
  --allow-origin URL    let pages of this origin use the recorder, such as
                        http://localhost:5173. May be repeated      (no pages)
  --allow-host NAME     also answer under this host name. May be
                        repeated                                    (this machine's)
  --dialect NAME        names that the upstream uses                (gateway)
  --keep-prompts        keep prompts; secrets and people are always removed
  --expires-in-days N   days until the recording is out of date     (90)
  --on-miss             replay what the folder holds, and record the rest
  --force               record even in CI

Options of check:

  --against URL         compare with this gateway's answers now
  --api-key KEY         sent to that gateway
  --used FILE           ids of the exchanges that a test run used, as a JSON list or
                        one per line: any other is an error. May be repeated

Options of har:

  --base-url URL        of the gateway; import detects it           (http://127.0.0.1:4010/v1)
  --dialect, --keep-prompts                                         as for record
`;
