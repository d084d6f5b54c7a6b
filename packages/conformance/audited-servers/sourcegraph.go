// The methods of the audit, on sourcegraph/jsonrpc2. The library reads and writes streams of messages and
// has no HTTP server, so the body of a request is a stream here, and so is that of its response.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

var errInvalidParams = &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "Invalid params"}

func handle(_ context.Context, _ *jsonrpc2.Conn, request *jsonrpc2.Request) (interface{}, error) {
	params := json.RawMessage("null")
	if request.Params != nil {
		params = *request.Params
	}
	switch request.Method {
	case "subtract":
		return subtract(params)
	case "sum":
		terms := []float64{}
		if json.Unmarshal(params, &terms) != nil {
			return nil, errInvalidParams
		}
		total := 0.0
		for _, term := range terms {
			total += term
		}
		return total, nil
	case "get_data":
		return []interface{}{"hello", 5}, nil
	case "update", "notify_hello", "notify_sum":
		return nil, nil
	case "echo":
		return params, nil
	case "throws":
		input := struct{ Secret string }{}
		if json.Unmarshal(params, &input) != nil {
			return nil, errInvalidParams
		}
		return nil, errors.New(input.Secret)
	case "wait":
		input := struct{ Milliseconds int }{}
		if json.Unmarshal(params, &input) != nil {
			return nil, errInvalidParams
		}
		time.Sleep(time.Duration(input.Milliseconds) * time.Millisecond)
		return input.Milliseconds, nil
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "Method not found"}
}

func subtract(params json.RawMessage) (interface{}, error) {
	terms := []float64{}
	if json.Unmarshal(params, &terms) == nil && len(terms) == 2 {
		return terms[0] - terms[1], nil
	}
	// encoding/json ignores the case of struct fields, and not that of map keys.
	named := map[string]float64{}
	if json.Unmarshal(params, &named) != nil {
		return nil, errInvalidParams
	}
	minuend, hasMinuend := named["minuend"]
	subtrahend, hasSubtrahend := named["subtrahend"]
	if !hasMinuend || !hasSubtrahend {
		return nil, errInvalidParams
	}
	return minuend - subtrahend, nil
}

type exchange struct {
	io.Reader
	io.Writer
}

func (exchange) Close() error { return nil }

func serve(response http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodPost {
		response.Header().Set("Allow", http.MethodPost)
		response.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	input, err := io.ReadAll(request.Body)
	if err != nil {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	output := bytes.Buffer{}
	body := exchange{bytes.NewReader(input), &output}
	stream := jsonrpc2.NewBufferedStream(body, jsonrpc2.PlainObjectCodec{})
	connection := jsonrpc2.NewConn(request.Context(), stream, jsonrpc2.HandlerWithError(handle))
	<-connection.DisconnectNotify()
	if output.Len() == 0 {
		response.WriteHeader(http.StatusNoContent)
		return
	}
	response.Header().Set("Content-Type", "application/json")
	_, _ = response.Write(output.Bytes())
}

func main() {
	// The library logs each message that it can't read.
	log.SetOutput(io.Discard)
	panic(http.ListenAndServe("127.0.0.1:8000", http.HandlerFunc(serve)))
}
