"""python3 -m unittest, while `npx @model-gateway/mock serve` runs."""

import os
import unittest

from draw import DrawError, draw
from mock_gateway import MockGateway, MockError

gateway = MockGateway(
    os.environ.get("MODEL_GATEWAY_MOCK_URL", "http://127.0.0.1:4010"),
    os.environ.get("MODEL_GATEWAY_MOCK_TOKEN"),
)
PAINT = {"id": "acme/paint-1", "output": ["image"], "price": {"image": 0.25}}


class DrawTest(unittest.TestCase):
    def test_tries_again_when_the_provider_is_overloaded(self) -> None:
        with gateway.tenant(credits=5, models=[PAINT]) as tenant:
            tenant.on("createImage", fail={"status": 529, "times": 2})
            image = self.draw(tenant)
            self.assertEqual(image[1:4], b"PNG")
            tenant.expect("createImage", count=3)
            tenant.expect("createImage", at=-1, expect={"body": {"prompt": "red panda"}})
            self.assertEqual(tenant.credits, "4.75")

    def test_gives_up_after_two_retries(self) -> None:
        with gateway.tenant(models=[PAINT]) as tenant:
            tenant.on("createImage", fail_always={"status": 502, "message": "out of paint"})
            with self.assertRaisesRegex(DrawError, "out of paint"):
                self.draw(tenant)
            tenant.expect("createImage", count=3)

    def test_says_when_there_are_no_credits(self) -> None:
        with gateway.tenant(models=[PAINT], preset="broke") as tenant:
            with self.assertRaises(DrawError) as raised:
                self.draw(tenant)
            self.assertEqual(raised.exception.status, 402)

    def test_draws_again_in_the_next_window(self) -> None:
        limit = {"limit": 1, "window_seconds": 3600}
        with gateway.tenant(models=[PAINT], rate_limit=limit, clock={"mode": "frozen"}) as tenant:
            self.draw(tenant)
            with self.assertRaises(DrawError):
                self.draw(tenant, retries=0)
            tenant.advance("1h")
            self.draw(tenant)

    def test_shows_the_nearest_requests_when_one_is_not_as_expected(self) -> None:
        with gateway.tenant(models=[PAINT]) as tenant:
            self.draw(tenant)
            with self.assertRaisesRegex(MockError, "✗ body.prompt"):
                tenant.expect("createImage", expect={"body": {"prompt": "blue panda"}})

    def draw(self, tenant, **options):
        access = {"base_url": tenant.base_url, "api_key": tenant.api_key}
        return draw("acme/paint-1", "red panda", **access, **options)


if __name__ == "__main__":
    unittest.main()
