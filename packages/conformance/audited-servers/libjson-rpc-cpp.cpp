// The methods of the audit, on the HTTP server of libjson-rpc-cpp. Params that are not declared are not
// checked, so that a method accepts them by name and by position. A method
// throws JsonRpcException, as any other exception ends the process.

#include <chrono>
#include <cstdio>
#include <jsonrpccpp/server.h>
#include <jsonrpccpp/server/connectors/httpserver.h>
#include <thread>

using namespace jsonrpc;

class Methods : public AbstractServer<Methods> {
public:
  explicit Methods(AbstractServerConnector &connector)
      : AbstractServer<Methods>(connector, JSONRPC_SERVER_V2) {
    method("subtract", JSON_INTEGER, &Methods::subtract);
    method("sum", JSON_INTEGER, &Methods::sum);
    method("get_data", JSON_ARRAY, &Methods::getData);
    method("echo", JSON_OBJECT, &Methods::echo);
    method("throws", JSON_OBJECT, &Methods::throws);
    method("wait", JSON_INTEGER, &Methods::wait);
    for (auto name : {"update", "notify_hello", "notify_sum"})
      bindAndAddNotification(Procedure(name, PARAMS_BY_POSITION, NULL), &Methods::nothing);
  }

private:
  void method(const char *name, jsontype_t result, methodPointer_t pointer) {
    bindAndAddMethod(Procedure(name, PARAMS_BY_POSITION, result, NULL), pointer);
  }

  void subtract(const Json::Value &params, Json::Value &result) {
    Json::Value minuend, subtrahend;
    if (params.isArray() && params.size() == 2) {
      minuend = params[0];
      subtrahend = params[1];
    } else if (params.isObject()) {
      minuend = params["minuend"];
      subtrahend = params["subtrahend"];
    }
    if (!minuend.isInt() || !subtrahend.isInt())
      throw JsonRpcException(Errors::ERROR_RPC_INVALID_PARAMS);
    result = minuend.asInt() - subtrahend.asInt();
  }

  void sum(const Json::Value &params, Json::Value &result) {
    int total = 0;
    for (const auto &term : params)
      total += term.asInt();
    result = total;
  }

  void getData(const Json::Value &, Json::Value &result) {
    result.append("hello");
    result.append(5);
  }

  void echo(const Json::Value &params, Json::Value &result) { result = params; }

  void throws(const Json::Value &params, Json::Value &) {
    throw JsonRpcException(Errors::ERROR_RPC_INTERNAL_ERROR, params["secret"].asString());
  }

  void wait(const Json::Value &params, Json::Value &result) {
    result = params["milliseconds"];
    std::this_thread::sleep_for(std::chrono::milliseconds(result.asInt()));
  }

  void nothing(const Json::Value &) {}
};

int main() {
  HttpServer connector(8000);
  Methods server(connector);
  if (!server.StartListening())
    return 1;
  std::this_thread::sleep_for(std::chrono::hours(24));
}
