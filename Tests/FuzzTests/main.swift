// SPDX-License-Identifier: Apache-2.0
// The program that `scripts/fuzz` builds: libFuzzer with the parser that LONGSHOT_FUZZ names. With LONGSHOT_FUZZ_SAMPLES, it writes
// the parser's samples to that folder instead.
import Foundation

/// Part of libFuzzer (compiler-rt/lib/fuzzer/FuzzerDriver.cpp).
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Parses one input.
@_cdecl("LLVMFuzzerTestOneInput")
func read(_ bytes: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    chosen.read(Array(UnsafeBufferPointer(start: bytes, count: size)))
    return 0
}

let environment = ProcessInfo.processInfo.environment
guard let target = environment["LONGSHOT_FUZZ"].flatMap(FuzzTarget.init) else {
    print(FuzzTarget.allCases.map(\.rawValue).joined(separator: "\n"))
    exit(0)
}
if let folder = environment["LONGSHOT_FUZZ_SAMPLES"] {
    for (index, sample) in target.samples.enumerated() {
        try Data(sample).write(to: URL(filePath: "\(folder)/sample-\(index)"))
    }
    exit(0)
}
nonisolated(unsafe) let chosen = target
var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(runFuzzer(&count, &arguments, read))
