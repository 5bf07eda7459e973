export const USAGE = `model-gateway-mock: a fake AI model gateway for tests and development

  model-gateway-mock serve [options]    answers requests until Ctrl-C
  model-gateway-mock record --upstream URL --out DIR
                                        records what a gateway answers, until Ctrl-C
  model-gateway-mock check PATH…        says what is wrong with fixtures
  model-gateway-mock har import FILE --out DIR
                                        turns what a browser recorded into fixtures
  model-gateway-mock har export PATH… --out FILE
                                        turns fixtures into an HTTP archive
  model-gateway-mock openapi            prints the interface as an OpenAPI 3.1 document
  model-gateway-mock explain [CODE]     says what a code such as GW1301 in a message is about

Options of serve:

  --port N              port to listen on; 0 takes any free one     (4010)
  --host HOST           address to listen on                        (127.0.0.1)
  --allow-host NAME     answer under this host name, too. May be
                        repeated                                    (this machine's; any
                                                                     beyond loopback)
  --seed N              what everything generated depends on        (7)
  --models N            how many models to generate                 (400)
  --world NAME          golden: checked in, never changes;
                        tiny: a model of each kind; empty: nothing;
                        huge: 100,000 generated models;
                        generated: from the seed                    (golden, unless --seed
                                                                     or --models differ)
  --catalog FILE        serve the models of this file instead
  --preset NAMES        trouble: flaky, slow, broke, throttled,
                        or several with commas between
  --api-key KEY         inference key to accept                     (minted from the seed)
  --management-key KEY  management key to accept                    (minted from the seed)
  --base-path PATH      where the API lives                         (/v1)
  --public-catalog      let GET /models be read without a key
  --strict              parameters and members that the gateway does not
                        know fail the tests that verify their tenants
  --dialect NAME        names on the wire: gateway or openrouter    (gateway)
  --control-token TEXT  what tests have to send to control it       (none on loopback,
                                                                     else a new one)
  --no-control          no control interface under /__gateway
  --fixtures GLOB       answer with these fixtures; they are loaded
                        again when they change. May be repeated
  --fixtures-mode MODE  replay: refuse what no fixture answers;
                        replay-or-mock: the mock answers it         (replay)
  --fixtures-speed N    how many times as fast as recorded streams
                        come, or max                                (1)
  --quiet               print nothing but errors
  --help                this text

Options of record:

  --upstream URL        base URL of the gateway to record
  --out DIR             folder of the recording; what is there is merged,
                        files that were not recorded stay as they are
  --port, --host, --base-path, --quiet                              as for serve
  --api-key KEY         sent to the upstream in place of what clients send
  --allow-origin URL    let the pages of this origin use it, such as
                        http://localhost:5173. May be repeated      (no pages)
  --allow-host NAME     answer under this host name, too. May be
                        repeated                                    (this machine's)
  --dialect NAME        names that the upstream uses                (gateway)
  --keep-prompts        keep prompts; secrets and people go in any case
  --expires-in-days N   how long the recording is relied on         (90)
  --on-miss             answer with what the folder holds, and record the rest
  --force               record although the environment says CI

Options of check:

  --against URL         compare with what this gateway answers now
  --api-key KEY         sent to that gateway
  --used FILE           ids of exchanges that answered in a test run, a JSON list or a
                        line each: every other one is an error. May be repeated

Options of har:

  --base-url URL        of the gateway; import finds it by itself   (http://127.0.0.1:4010/v1)
  --dialect, --keep-prompts                                         as for record
`;
