#include <arpa/inet.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <random>
#include <thread>

#include "campus.h"
#include "files.h"
#include "support/temporary_folder.h"

namespace disgnn {
namespace {

using ::testing::HasSubstr;
using testing::Json;
using ::testing::StartsWith;

/// A port that was free a moment ago.
int free_port() {
  const int handle = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  EXPECT_EQ(bind(handle, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_EQ(getsockname(handle, reinterpret_cast<sockaddr*>(&address), &size), 0);
  close(handle);
  return ntohs(address.sin_port);
}

/// Sends bytes that need not be HTTP and reads what comes back.
std::string talk(int port, const std::string& bytes) {
  const int handle = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string answer;
  if (connect(handle, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0) {
    (void)!send(handle, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    shutdown(handle, SHUT_WR);
    char part[4096];
    for (ssize_t n = 0; (n = recv(handle, part, sizeof(part), 0)) > 0;) answer.append(part, n);
  }
  close(handle);
  return answer;
}

class Serve : public ::testing::Test {
 protected:
  explicit Serve(const testing::fs::path& run = testing::campus_run())
      : port_(free_port()),
        server_({"serve", run.string(), "--port", fmt::format("{}", port_)}, "/"),
        client_("127.0.0.1", port_) {
    client_.set_read_timeout(60);
    for (int i = 0; i < 600 && !client_.Get("/healthz"); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }

  Json get(const std::string& path, int status = 200) {
    const auto answer = client_.Get(path);
    EXPECT_TRUE(answer) << path;
    if (!answer) return nullptr;
    EXPECT_EQ(answer->status, status) << path << answer->body;
    return testing::json_of(answer->body);
  }

  int port_;
  testing::Command server_;
  httplib::Client client_;
};

TEST_F(Serve, AnswersLikeTheFilesOfTheRun) {
  const Json report = get("/api/report");
  EXPECT_EQ(report["format"], "disgnn-report-1");
  const auto table = testing::table_of(testing::campus_run() / "predictions.csv");
  const Json predictions = get("/api/predict?id=3&id=0")["predictions"];
  ASSERT_EQ(predictions.size(), 2U);
  EXPECT_EQ(predictions[0]["id"], "3");
  EXPECT_EQ(predictions[0]["split"], table.rows[3][1]);
  EXPECT_EQ(predictions[0]["predicted"], table.rows[3][3]);
  EXPECT_NEAR(predictions[1]["confidence"].get<double>(), std::stod(table.rows[0][4]), 1e-6);
  const Json node = get("/api/node/3?limit=2");
  EXPECT_EQ(node["predicted"], table.rows[3][3]);
  ASSERT_EQ(node["edges"].size(), 2U);
  EXPECT_EQ(node["edges"][0]["target"], "3");
  EXPECT_EQ(node["edges"][0]["layers"].size(), 2U);
  EXPECT_EQ(node["parts"].size(), 4U);
  EXPECT_EQ(get("/api/edges?id=3")["edges"].size(), node["degree"].get<std::size_t>());
}

TEST_F(Serve, SaysWhatItCannotAnswer) {
  EXPECT_THAT(get("/api/node/nobody", 404)["error"].get<std::string>(), HasSubstr("'nobody'"));
  EXPECT_THAT(get("/api/edges", 400)["error"].get<std::string>(), HasSubstr("?id="));
  EXPECT_THAT(get("/api/edges?id=1&limit=x", 400)["error"].get<std::string>(), HasSubstr("limit"));
  EXPECT_THAT(get("/api/predict", 400)["error"].get<std::string>(), HasSubstr("?id="));
  get("/nowhere", 404);
  get("/../../etc/passwd", 404);
  EXPECT_EQ(client_.Post("/api/predict", "x", "text/plain")->status, 405);
}

TEST_F(Serve, AnswersToItsOwnNameAlone) {
  const auto foreign = client_.Get("/healthz", {{"Host", "evil.example"}});
  ASSERT_TRUE(foreign);
  EXPECT_EQ(foreign->status, 403);
  const auto own = client_.Get("/healthz", {{"Host", fmt::format("localhost:{}", port_)}});
  ASSERT_TRUE(own);
  EXPECT_EQ(own->status, 200);
}

TEST_F(Serve, SurvivesWhatIsNoRequest) {
  std::mt19937 random(7);
  const std::vector<std::string> seeds = {
      "GET /api/node/1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET /api/predict?id=%ff%00%zz&id=&id HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\nx",
      "GET " + std::string(20000, 'a') + " HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\nRange: bytes=5-1,-,9999999999999999999-\r\n\r\n",
      "PUT /api/report HTTP/9.9\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffff\r\n",
      std::string(100, '\0'),
      "\r\n\r\n"};
  for (const std::string& seed : seeds) talk(port_, seed);
  for (int i = 0; i < 150; ++i) {
    std::string bytes = seeds[random() % seeds.size()].substr(0, 2000);
    for (unsigned change = random() % 8; change > 0; --change) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    talk(port_, bytes);
  }
  EXPECT_EQ(get("/healthz")["status"], "ok");
}

TEST_F(Serve, BoundsTheSizeOfARequest) {
  const std::string request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n";
  std::string headers;
  while (headers.size() < 20000) headers += "A: b\r\n";
  EXPECT_THAT(talk(port_, request + headers + "\r\n"), StartsWith("HTTP/1.1 200"));
  const std::string refusal = talk(port_, request + headers + headers + "\r\n");
  EXPECT_THAT(refusal, StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(refusal, HasSubstr("Connection: close\r\n"));
}

TEST_F(Serve, TakesNoBodyForARequest) {
  const std::string inner = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const std::string answer =
      talk(port_, fmt::format("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{}",
                              inner.size(), inner));
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 405"));
  EXPECT_THAT(answer, HasSubstr("Connection: close\r\n"));
  EXPECT_EQ(answer.find("HTTP/1.1", 1), std::string::npos) << answer;
}

TEST_F(Serve, IgnoresRanges) {
  const auto answer = client_.Get("/healthz", {{"Range", "bytes=0-1,0-1,0-1"}});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(testing::json_of(answer->body)["status"], "ok");
}

TEST_F(Serve, AnswersBesideManySlowClients) {
  std::vector<std::thread> slow;
  std::atomic<bool> answered = false;
  constexpr int kSlow = 64;  // twice as many as are answered at a time
  for (int i = 0; i < kSlow; ++i) {
    slow.emplace_back([&] {
      const int handle = socket(AF_INET, SOCK_STREAM, 0);
      sockaddr_in address{};
      address.sin_family = AF_INET;
      address.sin_port = htons(static_cast<std::uint16_t>(port_));
      address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
      if (connect(handle, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0) {
        while (!answered && send(handle, "G", 1, MSG_NOSIGNAL) == 1) {
          std::this_thread::sleep_for(std::chrono::milliseconds(200));
        }
      }
      close(handle);
    });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(get("/healthz")["status"], "ok");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  answered = true;
  for (std::thread& client : slow) client.join();
}

TEST_F(Serve, AnswersManyAtOnceOrRefusesPolitely) {
  std::atomic<int> right = 0;
  std::atomic<int> refused = 0;
  std::vector<std::thread> clients;
  constexpr int kClients = 64;
  constexpr int kQuestions = 20;
  for (int c = 0; c < kClients; ++c) {
    clients.emplace_back([&, c] {
      httplib::Client client("127.0.0.1", port_);
      client.set_read_timeout(60);
      client.set_connection_timeout(60);
      for (int i = 0; i < kQuestions; ++i) {
        const auto answer = client.Get(fmt::format("/api/node/{}?limit=3", (c + i) % 50));
        if (answer && answer->status == 200) ++right;
        if (answer && answer->status == 503) ++refused;
      }
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(right + refused, kClients * kQuestions);
  EXPECT_GT(right, 0);
}

TEST_F(Serve, EndsCleanlyWhenAsked) {
  std::thread follower([&] { (void)httplib::Client("127.0.0.1", port_).Get("/api/events"); });
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  server_.send(SIGTERM);
  const auto outcome = server_.wait();
  follower.join();
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_THAT(outcome.out, StartsWith(fmt::format("http://127.0.0.1:{}/", port_)));
}

/// A run whose model is not there yet, in a folder of its own.
class ServeTraining : public Serve {
 protected:
  ServeTraining() : Serve(unfinished_run()) {}

  static testing::fs::path run_folder() {
    static const testing::TemporaryFolder folder;
    return folder.path() / "run";
  }
  static testing::fs::path unfinished_run() {
    const auto run = run_folder();
    testing::fs::remove_all(run);
    testing::fs::copy(testing::campus_run(), run, testing::fs::copy_options::recursive);
    testing::fs::remove(run / "model.json");
    testing::fs::remove(run / "summary.json");
    return run;
  }
};

TEST_F(ServeTraining, TellsOfEpochsAndOfTheModel) {
  get("/api/node/3", 503);
  EXPECT_TRUE(get("/api/report")["runs"][0]["nodes"].is_null());
  std::string heard;
  httplib::Client follower("127.0.0.1", port_);
  follower.set_read_timeout(60);
  bool stored = false;
  (void)follower.Get("/api/events", [&](const char* data, std::size_t size) {
    heard.append(data, size);
    if (!stored) {  // as training does at its end
      testing::fs::copy(testing::campus_run() / "model.json", run_folder() / "model.json");
      stored = true;
    }
    return heard.find("changed") == std::string::npos;
  });
  EXPECT_THAT(heard, HasSubstr("\"type\":\"epoch\""));
  EXPECT_THAT(heard, HasSubstr("\"type\":\"changed\""));
  EXPECT_FALSE(get("/api/report")["runs"][0]["nodes"].is_null());
}

TEST(ServeCommand, SaysWhatIsWrongAtOnce) {
  testing::expect_refusal(testing::disgnn({"serve", "/no/where"}), 3, {"holds no run"});
  testing::expect_refusal(
      testing::disgnn({"serve", testing::campus_run(), "--host", "203.0.113.9", "--port", "1"}), 2,
      {"cannot listen on 203.0.113.9:1", "--port"});
}

}  // namespace
}  // namespace disgnn
