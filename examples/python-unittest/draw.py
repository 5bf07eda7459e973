"""The code under test: asks a model gateway for an image, and tries again when it is busy."""

import base64
import json
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

BUSY = {429, 500, 502, 503, 524, 529}


class DrawError(Exception):
    """What the gateway answered instead of an image."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def draw(model: str, prompt: str, *, base_url: str, api_key: str, retries: int = 2) -> bytes:
    """An image of the prompt, by this model."""
    request = Request(
        f"{base_url}/images",
        data=json.dumps({"model": model, "prompt": prompt}).encode(),
        headers={"authorization": f"Bearer {api_key}", "content-type": "application/json"},
    )
    try:
        with urlopen(request) as response:
            image = json.load(response)["data"][0]["b64_json"]
            return base64.b64decode(image)
    except HTTPError as error:
        with error:
            message = json.load(error)["error"]["message"]
            if error.code in BUSY and retries > 0:
                time.sleep(float(error.headers.get("retry-after", 1)))
                return draw(model, prompt, base_url=base_url, api_key=api_key, retries=retries - 1)
            raise DrawError(error.code, message) from error
