#pragma once

#include <string>

#include "disgnn/nn/module.h"

namespace disgnn::train {

/// Throws Error (kInput) on a tensor that nobody expects.
void require_same_names(const nn::NamedTensors& found, const nn::NamedTensors& expected);
/// The same tensors, each name with `prefix` in front.
nn::NamedTensors with_prefix(const std::string& prefix, const nn::NamedTensors& tensors);
/// The tensors whose name starts with `prefix`, without it.
nn::NamedTensors without_prefix(const std::string& prefix, const nn::NamedTensors& tensors);
void append(nn::NamedTensors& all, const nn::NamedTensors& more);
/// Copies with memory of their own, detached from autograd.
nn::NamedTensors cloned(const nn::NamedTensors& tensors);
/// Throws Error (kInput) unless `found` holds every tensor of `expected`, of the same type and
/// shape.
void require_same_shapes(const nn::NamedTensors& found, const nn::NamedTensors& expected);
/// Overwrites the values of every tensor in `to` with the one of the same name in `from`; throws
/// Error (kInput) as require_same_shapes does.
void copy_values(const nn::NamedTensors& from, const nn::NamedTensors& to);

}  // namespace disgnn::train
