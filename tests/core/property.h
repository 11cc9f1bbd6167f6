#pragma once

#include <cstdint>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sstream>

namespace rope::testing {

/// Runs a rapidcheck property on `cases` generated inputs from a fixed seed, the same on every machine:
/// EXPECT_TRUE(holds([](int a) { RC_ASSERT(a == a); })). A failure names the smallest counterexample found.
template <class Property>
::testing::AssertionResult holds(Property&& property, int cases = 100, std::uint64_t seed = 20210409)
{
    rc::detail::TestParams parameters;
    parameters.seed = seed;
    parameters.maxSuccess = cases;
    rc::detail::TestMetadata metadata;
    metadata.id = "property";
    const auto result = rc::detail::checkTestable(std::forward<Property>(property), metadata, parameters);
    if (result.template is<rc::detail::SuccessResult>())
        return ::testing::AssertionSuccess();
    std::ostringstream text;
    rc::detail::printResultMessage(result, text);
    return ::testing::AssertionFailure() << text.str();
}

} // namespace rope::testing
