#include "disgnn/serve/server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <thread>

#include "disgnn/core/error.h"
#include "disgnn/report/page.h"
#include "serve/bounded_server.h"
#include "serve/event_stream.h"
#include "serve/run_view.h"

namespace disgnn::serve {
namespace {

using httplib::Request;
using httplib::Response;
using run::Json;

constexpr ServerLimits kLimits{.threads = 32,
                               .most_waiting = 256,
                               .stream = {.request_bytes = 32768,
                                          .request_time = std::chrono::seconds(5),
                                          .hurried_time = std::chrono::seconds(1),
                                          .blocked_time = std::chrono::seconds(30)},
                               .idle = std::chrono::seconds(2)};
constexpr int kMostStreams = 16;
constexpr std::size_t kMostIds = 1000;
constexpr std::int64_t kMostNeighbours = 1000;
constexpr std::int64_t kNeighbours = 100;
constexpr auto kLook = std::chrono::milliseconds(300);
/// A comment now and then shows whether the client is still there, and frees its place if not.
constexpr auto kHeartbeat = std::chrono::seconds(3);

/// A refusal with its status.
struct Refusal {
  int status;
  std::string why;
};

void answer(Response& response, const Json& json, int status = 200) {
  response.status = status;
  response.set_content(run::dump(json) + "\n", "application/json");
}

/// The text without copies: a report may be large and asked for by many.
void answer_shared(Response& response, std::shared_ptr<const RunSnapshot> snapshot) {
  const std::size_t size = snapshot->document().size();
  response.set_content_provider(
      size, "application/json",
      [snapshot = std::move(snapshot)](std::size_t offset, std::size_t length,
                                       httplib::DataSink& sink) {
        return sink.write(snapshot->document().data() + offset, length);
      });
}

std::int64_t limit_of(const Request& request) {
  if (!request.has_param("limit")) return kNeighbours;
  const std::string text = request.get_param_value("limit");
  std::int64_t limit = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), limit);
  if (failure != std::errc() || end != text.data() + text.size() || limit < 0 ||
      limit > kMostNeighbours) {
    throw Refusal{400, fmt::format("limit must be a whole number 0 .. {}", kMostNeighbours)};
  }
  return limit;
}

bool is_loopback(const std::string& host) {
  return host == "127.0.0.1" || host == "localhost" || host == "::1" || host == "[::1]";
}

/// Host as in "localhost:8008", without the port.
std::string host_name(const std::string& host) {
  const std::size_t colon = host.rfind(':');
  const std::size_t bracket = host.rfind(']');
  const bool has_port =
      colon != std::string::npos && (bracket == std::string::npos || colon > bracket);
  return has_port ? host.substr(0, colon) : host;
}

}  // namespace

class Server::Impl {
 public:
  Impl(run::RunFolder folder, report::ReportOrigin origin, ServeOptions options)
      : view_(std::move(folder), std::move(origin)), options_(std::move(options)) {
    server_.set_default_headers({{"X-Content-Type-Options", "nosniff"},
                                 {"Cache-Control", "no-store"},
                                 {"Referrer-Policy", "no-referrer"}});
    // No routes by regular expression: they cost stack by the length of what strangers send.
    server_.set_pre_routing_handler([this](const Request& request, Response& response) {
      handle(request, response);
      return httplib::Server::HandlerResponse::Handled;
    });
  }

  int bind() {
    int port = options_.port;
    if (port == 0) {
      port = server_.bind_to_any_port(options_.host);
    } else if (!server_.bind_to_port(options_.host, port)) {
      port = -1;
    }
    if (port <= 0) {
      throw usage_error(fmt::format("cannot listen on {}:{}", options_.host, options_.port),
                        "name a free --port (0: any) and a --host of this machine");
    }
    server_.widen_queue();
    return port;
  }

  void run(const std::function<bool()>& stop_requested) {
    std::atomic<bool> ended = false;
    std::thread listener([&] {
      server_.listen_after_bind();
      ended = true;
    });
    while (!stop_requested() && !ended) std::this_thread::sleep_for(kLook);
    stopping_ = true;  // open event streams end at their next look
    server_.stop();
    listener.join();
  }

  RunView view_;

 private:
  void handle(const Request& request, Response& response) {
    try {
      route(request, response);
    } catch (const Refusal& refusal) {
      answer(response, {{"error", refusal.why}}, refusal.status);
    } catch (const Error& error) {
      answer(response, {{"error", error.what()}}, 503);
    } catch (const std::exception&) {
      answer(response, {{"error", "internal error"}}, 500);
    }
  }

  void route(const Request& request, Response& response) {
    // A page of another site must not read what a loopback server says under a name of its own.
    if (is_loopback(options_.host) && !is_loopback(host_name(request.get_header_value("Host")))) {
      throw Refusal{403, "this server answers to localhost alone"};
    }
    if (request.method != "GET" && request.method != "HEAD") {
      throw Refusal{405, "only GET is answered"};
    }
    static constexpr std::string_view kNode = "/api/node/";
    const std::string& path = request.path;
    if (path == "/" || path == "/index.html") {
      send_page(response);
    } else if (path == "/healthz") {
      answer(response, {{"status", "ok"}});
    } else if (path == "/api/report") {
      answer_shared(response, view_.snapshot());
    } else if (path == "/api/events") {
      send_events(response);
    } else if (path == "/api/predict") {
      send_predictions(request, response);
    } else if (path == "/api/edges") {
      const auto snapshot = with_model();
      answer(response, snapshot->edges_json(node(*snapshot, one_id(request)), limit_of(request)));
    } else if (path.starts_with(kNode)) {
      const auto snapshot = with_model();
      const NodeId v = node(*snapshot, path.substr(kNode.size()));
      answer(response, snapshot->node_json(v, limit_of(request)));
    } else {
      throw Refusal{404, "there is nothing here; see docs/serving.md"};
    }
  }

  static void send_page(Response& response) {
    const std::string_view page = report::empty_page();
    if (page.empty()) {
      throw Refusal{404, "this disgnn was built without its report page; /api/report has the data"};
    }
    response.set_content(page.data(), page.size(), "text/html; charset=utf-8");
  }

  std::shared_ptr<const RunSnapshot> with_model() {
    auto snapshot = view_.snapshot();
    if (!snapshot->has_model()) throw Refusal{503, "the run has not stored a model yet"};
    return snapshot;
  }

  static NodeId node(const RunSnapshot& snapshot, const std::string& id) {
    if (const auto found = snapshot.find(id)) return *found;
    constexpr std::size_t kShown = 100;
    throw Refusal{404, fmt::format("the graph has no node '{}'", id.substr(0, kShown))};
  }

  static std::string one_id(const Request& request) {
    if (!request.has_param("id")) throw Refusal{400, "name a node with ?id="};
    return request.get_param_value("id");
  }

  void send_predictions(const Request& request, Response& response) {
    const auto snapshot = with_model();
    const std::size_t count = request.get_param_value_count("id");
    if (count == 0) throw Refusal{400, "name nodes with ?id=, several with &id="};
    if (count > kMostIds) throw Refusal{400, fmt::format("at most {} ids at once", kMostIds)};
    Json predictions = Json::array();
    for (std::size_t i = 0; i < count; ++i) {
      predictions.push_back(
          snapshot->prediction_json(node(*snapshot, request.get_param_value("id", i))));
    }
    answer(response, {{"predictions", predictions}});
  }

  void send_events(Response& response) {
    if (streams_.fetch_add(1) >= kMostStreams) {
      --streams_;
      response.set_header("Retry-After", "10");
      throw Refusal{503, "too many pages follow this run already"};
    }
    auto stream = std::make_shared<EventStream>(view_.folder());
    auto silent_since =
        std::make_shared<std::chrono::steady_clock::time_point>(std::chrono::steady_clock::now());
    response.set_chunked_content_provider(
        "text/event-stream",
        [this, stream, silent_since](std::size_t /*offset*/, httplib::DataSink& sink) {
          if (stopping_) {
            sink.done();
            return true;
          }
          std::string news = stream->news();
          const auto now = std::chrono::steady_clock::now();
          if (news.empty() && now - *silent_since > kHeartbeat) news = ": still here\n\n";
          if (news.empty()) {
            std::this_thread::sleep_for(kLook);
            return true;
          }
          *silent_since = now;
          return sink.write(news.data(), news.size());
        },
        [this](bool /*success*/) { --streams_; });
  }

  BoundedServer server_{kLimits};
  ServeOptions options_;
  std::atomic<bool> stopping_ = false;
  std::atomic<int> streams_ = 0;
};

Server::Server(run::RunFolder folder, report::ReportOrigin origin, ServeOptions options)
    : impl_(std::make_unique<Impl>(std::move(folder), std::move(origin), std::move(options))) {}

Server::~Server() = default;

int Server::bind() {
  (void)impl_->view_.snapshot();  // what is wrong with the run is said at once
  return impl_->bind();
}

void Server::run(const std::function<bool()>& stop_requested) {
  impl_->run(stop_requested);
}

}  // namespace disgnn::serve
