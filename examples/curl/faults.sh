#!/bin/sh
# Faults, requests and time of a running mock, with nothing but curl:
#   npx @model-gateway/mock serve & sh faults.sh
set -eu

MOCK="${MODEL_GATEWAY_MOCK_URL:-http://127.0.0.1:4010}"

# Tells the mock something; stops the script with the mock's own words when it refuses.
tell() {
  method="$1" path="$2" body="${3:-}"
  curl -sS --fail-with-body -X "$method" "$MOCK/__gateway$path" \
    -H 'content-type: application/json' ${body:+-d "$body"}
  echo
}

# What an app does: prints the status of one image request.
draw() {
  curl -sS -o /dev/null -w '%{http_code}\n' "$MOCK/v1/images" \
    -H 'authorization: Bearer sk-checkout' -H 'content-type: application/json' \
    -d '{"model": "acme/paint-1", "prompt": "red panda"}'
}

# A gateway of its own behind the same URL, told apart by its key.
tell POST /tenants '{
  "id": "checkout", "api_key": "sk-checkout", "credits": 5,
  "models": [{"id": "acme/paint-1", "output": ["image"], "price": {"image": 0.25}}]
}'
trap 'tell DELETE /tenants/checkout' EXIT

# Two requests fail; then everything is as usual.
tell POST /tenants/checkout/rules \
  '{"rules": [{"on": "createImage", "fail": {"status": 529, "times": 2}}]}'
draw
draw
draw

# What came, and that it was what was expected: 409 and the reason if not.
tell POST /tenants/checkout/requests/verify \
  '{"operation": "createImage", "count": 3, "expect": {"body": {"prompt": "red panda"}}}'

# An hour passes at once.
tell PATCH /tenants/checkout/clock '{"mode": "frozen", "now": "2026-08-01T12:00:00Z"}'
tell POST /tenants/checkout/clock/advance '{"by": "1h"}'

# Back to a moment before.
tell POST /tenants/checkout/snapshots
draw
tell POST /tenants/checkout/snapshots/snapshot-1/restore
tell GET /tenants/checkout
