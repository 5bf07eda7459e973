"""An agent against scripted answers of a language model."""

import os
import unittest
from pathlib import Path

from agent import answer
from mock_gateway import MockGateway

gateway = MockGateway(
    os.environ.get("MODEL_GATEWAY_MOCK_URL", "http://127.0.0.1:4010"),
    os.environ.get("MODEL_GATEWAY_MOCK_TOKEN"),
)
QUILL = {"id": "acme/quill-1"}


class AgentTest(unittest.TestCase):
    def test_answers_with_what_the_tool_says(self) -> None:
        with gateway.tenant(models=[QUILL]) as tenant:
            tenant.on(
                "chat",
                where={"chat": "weather"},
                script=[
                    {"call": {"weather": {"place": "Oslo"}}},
                    "It says: {{results.weather}}",
                ],
            )
            said = answer(
                "What is the weather?",
                lambda place: f"rain in {place}",
                model="acme/quill-1",
                base_url=tenant.base_url,
                api_key=tenant.api_key,
            )
            self.assertEqual(said, "It says: rain in Oslo")
            tenant.expect("createChatCompletion", count=2)

    def test_plays_the_conversation_of_a_file(self) -> None:
        with gateway.tenant() as tenant:
            tenant.play(str(Path(__file__).with_name("weather.gw.yaml")))
            said = answer(
                "What is the weather?",
                lambda place: f"rain in {place}",
                model="a-model-of-mine",
                base_url=tenant.base_url,
                api_key=tenant.api_key,
            )
            self.assertEqual(said, "Take an umbrella.")
            self.assertEqual([rule["hits"] for rule in tenant.call("GET", "/conversations")], [2])
