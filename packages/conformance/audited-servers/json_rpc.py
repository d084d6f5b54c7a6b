"""The methods of the audit, on json-rpc and werkzeug, as in the README of json-rpc."""

import logging
import time

from jsonrpc import Dispatcher, JSONRPCResponseManager
from werkzeug.serving import run_simple
from werkzeug.wrappers import Request, Response

methods = Dispatcher()


@methods.add_method
def subtract(minuend, subtrahend):
    return minuend - subtrahend


@methods.add_method(name="sum")
def total(*terms):
    return sum(terms)


@methods.add_method
def get_data():
    return ["hello", 5]


@methods.add_method
def echo(*args, **kwargs):
    return kwargs or list(args)


@methods.add_method
def throws(secret):
    raise RuntimeError(secret)


@methods.add_method
def wait(milliseconds):
    time.sleep(milliseconds / 1000)
    return milliseconds


def nothing(*_terms):
    return None


for notification in ("update", "notify_hello", "notify_sum"):
    methods[notification] = nothing


@Request.application
def application(request):
    response = JSONRPCResponseManager.handle(request.get_data(as_text=True), methods)
    if response is None:
        return Response(status=204)
    return Response(response.json, mimetype="application/json")


logging.getLogger("werkzeug").setLevel(logging.ERROR)
run_simple("127.0.0.1", 8000, application, threaded=True)
