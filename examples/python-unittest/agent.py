"""The code under test: an agent that answers with the help of a tool."""

import json
from typing import Any, Callable
from urllib.request import Request, urlopen

WEATHER = {
    "type": "function",
    "function": {
        "name": "weather",
        "parameters": {
            "type": "object",
            "properties": {"place": {"type": "string"}},
            "required": ["place"],
        },
    },
}


def answer(
    question: str, weather: Callable[..., str], *, model: str, base_url: str, api_key: str
) -> str:
    """What the model says once it has called the tool as often as it likes."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": question}]
    while True:
        request = Request(
            f"{base_url}/chat/completions",
            data=json.dumps({"model": model, "messages": messages, "tools": [WEATHER]}).encode(),
            headers={"authorization": f"Bearer {api_key}", "content-type": "application/json"},
        )
        with urlopen(request) as response:
            message = json.load(response)["choices"][0]["message"]
        calls = message.get("tool_calls", [])
        if not calls:
            return message["content"]
        messages.append(message)
        for call in calls:
            result = weather(**json.loads(call["function"]["arguments"]))
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})
