"""The methods of the audit, on the threaded server of jsonrpclib-pelix."""

import time

from jsonrpclib.SimpleJSONRPCServer import PooledJSONRPCServer


def subtract(minuend, subtrahend):
    return minuend - subtrahend


def total(*terms):
    return sum(terms)


def get_data():
    return ["hello", 5]


def nothing(*_terms):
    return None


def echo(*args, **kwargs):
    return kwargs or list(args)


def throws(secret):
    raise RuntimeError(secret)


def wait(milliseconds):
    time.sleep(milliseconds / 1000)
    return milliseconds


server = PooledJSONRPCServer(("127.0.0.1", 8000), logRequests=False)
for method in (subtract, get_data, echo, throws, wait):
    server.register_function(method)
server.register_function(total, "sum")
for name in ("update", "notify_hello", "notify_sum"):
    server.register_function(nothing, name)
server.serve_forever()
