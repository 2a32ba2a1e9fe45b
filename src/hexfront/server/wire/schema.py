"""The schema of everything that goes over the wire, as one OpenAPI document made from the server's own types."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from hexfront import __version__
from hexfront.server.wire import replies, requests
from hexfront.server.wire.endpoint import Endpoint

REF = "#/components/schemas/{name}"


def openapi(endpoints: list[Endpoint]) -> dict[str, Any]:
    """OpenAPI 3.1 for the HTTP half; the socket's messages stand beside it as `Frame` and `Message`."""
    kinds: list[Any] = [requests.AnyFrame, replies.AnyMessage, replies.Problem]
    for each in endpoints:
        kinds += [kind for kind in (each.body, each.reply) if kind is not None and kind is not bytes]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REF)
    components["Frame"] = schemas[0] | {
        "title": "Frame",
        "description": "What a client sends over the socket.",
    }
    components["Message"] = schemas[1] | {"title": "Message", "description": "What the server sends over it."}
    rest = iter(schemas[3:])
    paths: dict[str, Any] = {}
    for each in endpoints:
        body = next(rest) if each.body not in (None, bytes) else {}
        reply = next(rest) if each.reply is not None else {}
        paths.setdefault(re.sub(r":\w+}", "}", each.path), {})[each.method.lower()] = _operation(
            each, body, reply
        )
    return {
        "openapi": "3.1.0",
        "info": {"title": "Hexfront", "version": __version__},
        "paths": paths,
        "components": {"schemas": dict(sorted(components.items()))},
    }


def _operation(endpoint: Endpoint, body: dict[str, Any], reply: dict[str, Any]) -> dict[str, Any]:
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)(?::\w+)?}", endpoint.path)
    ]
    for name, kind in endpoint.query.items():
        schema: dict[str, Any] = {"type": "integer", "minimum": 0} if kind is int else {"type": "string"}
        parameters.append({"name": name, "in": "query", "required": False, "schema": schema})
    good: dict[str, Any] = {"description": endpoint.summary}
    if endpoint.status != 204:
        good["content"] = {endpoint.media: {"schema": reply}}
    operation: dict[str, Any] = {
        "operationId": endpoint.handler.__name__,
        "summary": endpoint.summary,
        "parameters": parameters,
        "responses": {
            str(endpoint.status): good,
            "default": {
                "description": "A refusal",
                "content": {"application/json": {"schema": {"$ref": REF.format(name="Problem")}}},
            },
        },
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return operation
