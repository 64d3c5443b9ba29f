// SPDX-License-Identifier: Apache-2.0

/// x
enum ShippedPipelines { static let x = PackageResources.test_pipeline }
