// SPDX-License-Identifier: Apache-2.0
// Enters the sandbox of the viewers' process and prints the result of each action on a line, for SandboxTests.
//
//   SandboxProbe none|datagrams READABLE SECRET
import Foundation
import Glibc
import Sandbox

func say(_ what: String, _ result: Int32) {
    print(what, result >= 0 ? "ok" : String(cString: strerror(errno)), separator: ": ")
}

func attempt() throws -> Never {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else { exit(64) }
    let inherited = open(arguments[3], O_RDONLY)
    try Sandbox(reading: [arguments[2]], network: arguments[1] == "none" ? .none : .datagrams).enter()
    // Read first, before another file gets the same descriptor number.
    var byte: UInt8 = 0
    say("read an inherited descriptor", Int32(read(inherited, &byte, 1)))
    say("read what is permitted", open(arguments[2], O_RDONLY))
    say("read the key", open(arguments[3], O_RDONLY))
    say("read a file of the system", open("/usr/bin/env", O_RDONLY))
    say("read the environment of the parent", open("/proc/\(getppid())/environ", O_RDONLY))
    say("read a descriptor of the parent", open("/proc/\(getppid())/fd/1", O_RDONLY))
    say("read the memory of the parent", open("/proc/\(getppid())/mem", O_RDONLY))
    say("read through the root of the parent", open("/proc/\(getppid())/root\(arguments[3])", O_RDONLY))
    say("write", open(arguments[3] + ".new", O_CREAT | O_WRONLY, 0o600))
    say("UDP", socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0))
    say("TCP", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    say("a local socket", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    say("signal to the parent", kill(getppid(), 0))
    say("signal to itself", kill(getpid(), 0))
    let thread = Thread {
        say("read the key in a thread", open(arguments[3], O_RDONLY))
        var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        say("start a program", execv("/usr/bin/true", &words))
        exit(0)
    }
    thread.start()
    while true { pause() }
}

try attempt()
