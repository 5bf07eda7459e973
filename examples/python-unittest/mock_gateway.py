"""Controls a Model Gateway mock from Python tests. The standard library is all it needs."""

from __future__ import annotations

import json
from types import TracebackType
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen


class MockError(AssertionError):
    """What the mock answered instead of doing what it was told; the message is its own."""


class MockGateway:
    """A mock at `url`, its bare host. `token` is what it prints beyond loopback."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self._url = url.rstrip("/")
        self._headers = {"content-type": "application/json"}
        if token is not None:
            self._headers["authorization"] = f"Bearer {token}"

    def tenant(self, **wish: Any) -> Tenant:
        """A gateway of its own for one test: `tenant(credits=5, models=[{"id": "acme/a-1"}])`."""
        return Tenant(self, self.call("POST", "/tenants", wish))

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Any operation of /__gateway/openapi.json."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(
            f"{self._url}/__gateway{path}", data=data, headers=self._headers, method=method
        )
        try:
            with urlopen(request) as response:
                return None if response.status == 204 else json.load(response)["data"]
        except HTTPError as error:
            with error:
                raise MockError(json.load(error)["error"]["message"]) from None


class Tenant:
    """A tenant that is closed at the end of its `with` block."""

    def __init__(self, gateway: MockGateway, data: dict[str, Any]) -> None:
        self._gateway = gateway
        self._path = f"/tenants/{quote(data['id'], safe='')}"
        self.base_url: str = data["base_url"]
        self.api_key: str = data["api_key"]
        self.management_key: str = data["management_key"]

    def call(self, method: str, path: str = "", body: Any = None) -> Any:
        return self._gateway.call(method, self._path + path, body)

    def on(self, operation: str, **rule: Any) -> None:
        """Adds a rule: `on("createImage", fail={"status": 529, "times": 2})`."""
        self.call("POST", "/rules", {"rules": [{"on": operation, **rule}]})

    def play(self, file: str) -> None:
        """Plays the conversations of a fixture file: `play("weather.gw.yaml")`."""
        with open(file, encoding="utf-8") as text:
            self.call("POST", "/conversations", {"text": text.read()})

    def expect(self, operation: str, **expectation: Any) -> list[dict[str, Any]]:
        """Fails unless the requests that came are so: `expect("createImage", count=3)`."""
        return self.call("POST", "/requests/verify", {"operation": operation, **expectation})

    def advance(self, by: str | int) -> None:
        """Moves the time of this tenant forward: `advance("90s")`."""
        self.call("POST", "/clock/advance", {"by": by})

    @property
    def credits(self) -> str:
        return self.call("GET")["credits"]

    def __enter__(self) -> Tenant:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            # A test that has failed already should say why, and nothing else.
            if error is None:
                self.call("POST", "/verify")
        finally:
            self.call("DELETE")
