// SPDX-License-Identifier: Apache-2.0
import CMinpack

/// A minimum of a sum of squares, by MINPACK's Levenberg-Marquardt method (Moré 1978, `lmdif`).
struct LeastSquares {
    /// Writes the residuals of some values.
    typealias Residuals = (UnsafeBufferPointer<Double>, UnsafeMutableBufferPointer<Double>) -> Void

    /// The values at the minimum.
    let values: [Double]
    /// The sum of the squares there.
    let cost: Double
    /// The inverse of JᵀJ, row by row: the covariance of the values if each residual has a variance of 1.
    let covariance: [Double]

    /// Descends from some values to the next minimum; nil if there is none or it is undetermined.
    ///
    /// - Parameters:
    ///   - count: the number of residuals; at least as many as values.
    ///   - rounds: the most evaluations of all residuals for each value.
    init?(from start: [Double], residuals count: Int, rounds: Int = 60, _ residuals: Residuals) {
        let size = start.count
        guard count >= size, size > 0 else { return nil }
        var values = start
        var rest = [Double](repeating: 0, count: count)
        var jacobian = [Double](repeating: 0, count: count * size)
        var pivots = [Int32](repeating: 0, count: size)
        var scratch = [Double](repeating: 0, count: 5 * size + count)
        let outcome = withoutActuallyEscaping(residuals) { residuals in
            withUnsafePointer(to: residuals) { context in
                scratch.withUnsafeMutableBufferPointer { scratch -> Int32 in
                    guard let base = scratch.baseAddress else { return 0 }
                    var evaluations: Int32 = 0
                    return lmdif(
                        evaluate, UnsafeMutableRawPointer(mutating: context), Int32(count), Int32(size), &values, &rest,
                        1e-12, 1e-12, 0, Int32(rounds * (size + 1)), 0, base, 1, 1, 0, &evaluations, &jacobian,
                        Int32(count), &pivots, base + size, base + 2 * size, base + 3 * size, base + 4 * size,
                        base + 5 * size)
                }
            }
        }
        // 1 to 4: converged; 5: the most rounds; 6 to 8: no better with this precision.
        guard (1...8).contains(outcome), values.allSatisfy(\.isFinite) else { return nil }
        covar(Int32(size), &jacobian, Int32(count), &pivots, 1e-14, &scratch)
        self.values = values
        cost = rest.reduce(0) { $0 + $1 * $1 }
        covariance = (0..<size * size).map { jacobian[$0 / size * count + $0 % size] }
        guard cost.isFinite, covariance.allSatisfy(\.isFinite) else { return nil }
    }
}

private func evaluate(
    _ context: UnsafeMutableRawPointer?, _ count: Int32, _ size: Int32, _ values: UnsafePointer<Double>?,
    _ residuals: UnsafeMutablePointer<Double>?, _: Int32
) -> Int32 {
    guard let context else { return -1 }
    context.assumingMemoryBound(to: LeastSquares.Residuals.self).pointee(
        UnsafeBufferPointer(start: values, count: Int(size)),
        UnsafeMutableBufferPointer(start: residuals, count: Int(count)))
    return 0
}
