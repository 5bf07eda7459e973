export const USAGE = `model-gateway-mock: a fake AI model gateway for tests and development

  model-gateway-mock serve [options]    answers requests until Ctrl-C
  model-gateway-mock openapi            prints the interface as an OpenAPI 3.1 document

Options of serve:

  --port N              port to listen on; 0 takes any free one     (4010)
  --host HOST           address to listen on                        (127.0.0.1)
  --seed N              what everything generated depends on        (7)
  --models N            how many models to generate                 (400)
  --world NAME          golden: checked in, never changes;
                        generated: from the seed                    (golden, unless --seed
                                                                     or --models differ)
  --catalog FILE        serve the models of this file instead
  --api-key KEY         inference key to accept                     (minted from the seed)
  --management-key KEY  management key to accept                    (minted from the seed)
  --base-path PATH      where the API lives                         (/v1)
  --public-catalog      let GET /models be read without a key
  --dialect NAME        names on the wire: gateway or openrouter    (gateway)
  --quiet               print nothing but errors
  --help                this text
`;
