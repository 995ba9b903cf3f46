#include "serve/bounded_stream.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

namespace disgnn::serve {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLong{10'000};
constexpr milliseconds kNone{0};

/// Both ends of a connection: the client's is a plain socket.
class BoundedStreamTest : public ::testing::Test {
 protected:
  BoundedStreamTest() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_), 0); }
  ~BoundedStreamTest() override { hang_up(); }

  [[nodiscard]] std::unique_ptr<BoundedStream> stream(const StreamLimits& limits,
                                                      bool others_wait = false) const {
    return std::make_unique<BoundedStream>(ends_[1], limits, [others_wait] { return others_wait; });
  }
  void send(const std::string& text) const {
    ASSERT_EQ(::send(ends_[0], text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
  }
  void hang_up() {
    if (ends_[0] >= 0) ::close(ends_[0]);
    ends_[0] = -1;
  }
  /// What can be read, until there is an end.
  static std::string all_of(BoundedStream& stream) {
    std::string text;
    char byte = 0;
    while (stream.read(&byte, 1) == 1) text += byte;
    return text;
  }

  int ends_[2] = {-1, -1};
};

TEST_F(BoundedStreamTest, GivesARequestSoManyBytesAndNoMore) {
  const auto server = stream({10, kLong, kLong, kLong});
  send("0123456789ABCDEF");
  ASSERT_TRUE(server->wait_for_request(kLong, kLong));
  EXPECT_EQ(all_of(*server), "0123456789");
  EXPECT_TRUE(server->is_readable());
  // The next request on the same connection has its own ten.
  hang_up();
  ASSERT_TRUE(server->wait_for_request(kLong, kLong));
  EXPECT_EQ(all_of(*server), "ABCDEF");
}

TEST_F(BoundedStreamTest, EndsWithTheClient) {
  const auto server = stream({100, kLong, kLong, kLong});
  send("GET");
  hang_up();
  ASSERT_TRUE(server->wait_for_request(kLong, kLong));
  EXPECT_EQ(all_of(*server), "GET");
  EXPECT_FALSE(server->wait_for_request(kLong, kLong));
}

TEST_F(BoundedStreamTest, WaitsForARequestNoLongerThanItMay) {
  const auto server = stream({100, kLong, kLong, kLong});
  EXPECT_FALSE(server->wait_for_request(kNone, kNone));
}

TEST_F(BoundedStreamTest, WaitsShorterWhileOthersDo) {
  const auto hurried = stream({100, kLong, kNone, kLong}, /*others_wait=*/true);
  EXPECT_FALSE(hurried->wait_for_request(kLong, kNone));
}

TEST_F(BoundedStreamTest, GivesUpOnARequestThatTricklesIn) {
  constexpr milliseconds kShort{300};
  const auto server = stream({100, kShort, kShort, kLong});
  send("G");
  ASSERT_TRUE(server->wait_for_request(kLong, kLong));
  EXPECT_EQ(all_of(*server), "G");  // the rest does not come in time
}

TEST_F(BoundedStreamTest, GivesUpOnAClientThatTakesNoAnswer) {
  const auto server = stream({100, kLong, kLong, kNone});
  ASSERT_TRUE(server->is_writable());
  const std::string block(1 << 16, 'x');
  ssize_t written = 0;
  std::size_t total = 0;
  while ((written = server->write(block.data(), block.size())) > 0) total += written;
  EXPECT_EQ(written, -1);
  EXPECT_GT(total, 0U);  // what the kernel keeps for the client
}

TEST_F(BoundedStreamTest, TellsThatAClientIsGone) {
  const auto server = stream({100, kLong, kLong, kLong});
  hang_up();
  EXPECT_FALSE(server->is_writable());
  EXPECT_EQ(server->write("x", 1), -1);
}

}  // namespace
}  // namespace disgnn::serve
